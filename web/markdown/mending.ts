/** Completes Markdown that is still being written. The code for it is loaded for the first streaming text. */

let mend: ((text: string) => string) | undefined;
let loading: Promise<void> | undefined;

/** Until it is loaded, an unfinished end is shown as it is. A trailing space is never shown. */
export function mendMarkdown(text: string): string {
  return mend?.(text) ?? text.replace(/ $/, "");
}

/**
 * Requested once: an import that failed while the instance was away fails again when it is back, and would reload the
 * page.
 */
export function loadMending(): Promise<void> {
  loading ??= import("remend").then(({ default: remend }) => {
    mend = (text) => remend(text, { linkMode: "text-only", katex: false });
  });
  return loading;
}
