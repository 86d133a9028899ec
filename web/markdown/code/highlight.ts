/** Highlights code. The highlighter and each language are loaded for the first finished block that needs them. */
import type { HLJSApi } from "highlight.js";

const LARGEST = 60_000;
/** Longest wait for the page to become idle. */
const LATEST_MS = 1_000;

/** Markup by highlight.js, which escapes its input; undefined for an unknown language. */
export async function highlight(text: string, language: string): Promise<string | undefined> {
  if (language === "" || text.length > LARGEST) return undefined;
  await atRest();
  const { highlighterOf } = await import("./highlight-languages.ts");
  const highlighter = await highlighterOf(language);
  if (!highlighter) return undefined;
  // The first text of a language compiles its rules, which takes longer than highlighting: it gets an idle moment of
  // its own.
  const ready = last.then(atRest).then(() => colouredBy(highlighter, "", language));
  const colored = ready.then(atRest).then(() => colouredBy(highlighter, text, language));
  last = colored.catch(() => undefined);
  return colored;
}

function colouredBy(highlighter: HLJSApi, text: string, language: string): string {
  return highlighter.highlight(text, { language, ignoreIllegals: true }).value;
}

/** One block after another, while the page is idle: an answer may have a hundred. */
let last: Promise<unknown> = Promise.resolve();

function atRest(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function")
      requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve);
  });
}
