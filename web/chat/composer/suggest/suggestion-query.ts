/** Finds the suggestion query in a draft: after a slash at its beginning, or after an @. */

export interface SuggestionQuery {
  kind: "slash" | "at";
  /** Start of the text that a choice replaces. */
  from: number;
  to: number;
  /** The text after the mark so far. */
  words: string;
}

const SLASH = /^\/([\p{L}\p{N}-]{0,60})$/u;
const AT = /(?:^|[\s(])@([\p{L}\p{N}._/-]{0,120})$/u;

/** Null: no query. `caret`: position of the caret. */
export function suggestionQueryAt(text: string, caret: number): SuggestionQuery | null {
  const before = text.slice(0, caret);
  const words = SLASH.exec(before)?.[1];
  if (words !== undefined) return { kind: "slash", from: 0, to: caret, words };
  const name = AT.exec(before)?.[1];
  return name === undefined ? null : { kind: "at", from: caret - name.length - 1, to: caret, words: name };
}

/** The text with the choice inserted, and the caret position after it. */
export function withChoice(
  text: string,
  { from, to }: Pick<SuggestionQuery, "from" | "to">,
  choice: string,
): { text: string; caret: number } {
  return { text: `${text.slice(0, from)}${choice}${text.slice(to)}`, caret: from + choice.length };
}
