/** Place in a shown answer up to which it was heard. */
import { plainWords } from "./plain-words.ts";

/** Letters that are compared to find the place: Markdown and the page differ in all else. */
const COMPARED = 32;

export interface HeardPlace {
  /** UTF-16 units of the answer's Markdown. */
  characters: number;
  /** The last words that were heard. */
  end: string;
}

/** Index of the first letter that was not heard: `text` has letters alone. */
export function placeAfter(text: string, { characters, end }: HeardPlace): number {
  const sought = plain(plainWords(end)).slice(-COMPARED);
  if (sought === "") return 0;
  let best = text.length;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const after = at + sought.length;
    if (Math.abs(after - characters) < Math.abs(best - characters) || best === text.length) best = after;
  }
  return best;
}

function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "");
}
