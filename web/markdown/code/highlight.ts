/** Colours for code. What colours, and each language, is loaded when the first finished block wants it. */
import type { HLJSApi } from "highlight.js";

const LARGEST = 60_000;
/** A page that does not come to rest waits no longer for its colours. */
const LATEST_MS = 1_000;

/** Markup by highlight.js, which escapes what it is given; undefined when the language is not known. */
export async function highlight(text: string, language: string): Promise<string | undefined> {
  if (language === "" || text.length > LARGEST) return undefined;
  await atRest();
  const { highlighterOf } = await import("./highlight-languages.ts");
  const highlighter = await highlighterOf(language);
  if (!highlighter) return undefined;
  // A language is made ready by its first text: that takes longer than to colour one, and has a moment of its own.
  const ready = last.then(atRest).then(() => colouredBy(highlighter, "", language));
  const colored = ready.then(atRest).then(() => colouredBy(highlighter, text, language));
  last = colored.catch(() => undefined);
  return colored;
}

function colouredBy(highlighter: HLJSApi, text: string, language: string): string {
  return highlighter.highlight(text, { language, ignoreIllegals: true }).value;
}

/** One block after the other, when the page has nothing else to do: an answer may have a hundred. */
let last: Promise<unknown> = Promise.resolve();

function atRest(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function")
      requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve);
  });
}
