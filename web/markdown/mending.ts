/** Markdown that is still being written, as what it will be. What mends it is loaded for the first text that streams. */

let mend: ((text: string) => string) | undefined;

/** Until it is there, an unfinished end is shown as it is. The space before the next word never is. */
export function mended(text: string): string {
  return mend?.(text) ?? text.replace(/ $/, "");
}

export async function loadMending(): Promise<void> {
  const { default: remend } = await import("remend");
  mend = (text) => remend(text, { linkMode: "text-only", katex: false });
}
