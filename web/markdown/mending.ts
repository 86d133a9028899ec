/** Markdown that is still being written, as what it will be. What mends it is loaded for the first text that streams. */

let mend: ((text: string) => string) | undefined;
let loading: Promise<void> | undefined;

/** Until it is there, an unfinished end is shown as it is. The space before the next word never is. */
export function mended(text: string): string {
  return mend?.(text) ?? text.replace(/ $/, "");
}

/** Asked for once: what failed while the instance was away fails again when it is back, and would have the page loaded anew. */
export function loadMending(): Promise<void> {
  loading ??= import("remend").then(({ default: remend }) => {
    mend = (text) => remend(text, { linkMode: "text-only", katex: false });
  });
  return loading;
}
