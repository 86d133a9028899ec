/** Colours for code, loaded when the first finished block wants them. */
import type { HLJSApi } from "highlight.js";

const LARGEST = 60_000;

let loading: Promise<HLJSApi> | undefined;

/** Markup by highlight.js, which escapes what it is given; undefined when the language is not known. */
export async function highlight(text: string, language: string): Promise<string | undefined> {
  if (language === "" || text.length > LARGEST) return undefined;
  loading ??= import("./highlight-languages.ts").then((module) => module.highlighter);
  const highlighter = await loading;
  if (!highlighter.getLanguage(language)) return undefined;
  const colored = last
    .then(nextTask)
    .then(() => highlighter.highlight(text, { language, ignoreIllegals: true }).value);
  last = colored.catch(() => undefined);
  return colored;
}

/** One block after the other, with the page's own work between two: an answer may have a hundred. */
let last: Promise<unknown> = Promise.resolve();

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
