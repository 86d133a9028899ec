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
  return highlighter.highlight(text, { language, ignoreIllegals: true }).value;
}
