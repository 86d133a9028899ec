/** Colours code at once, for a field in which it is being written. */
import { highlighterOf } from "./highlight-languages.ts";

/** Returns markup by highlight.js, which escapes its input. */
export type Colouring = (text: string) => string;

/** Undefined for an unknown language. */
export async function colouringOf(language: string): Promise<Colouring | undefined> {
  const highlighter = await highlighterOf(language);
  return highlighter && ((text) => highlighter.highlight(text, { language, ignoreIllegals: true }).value);
}
