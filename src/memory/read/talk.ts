/** The words that are looked for: of a question that leans on the talk before it, the words of that talk too. */
import type { Said } from "../../agent/ports/memory.ts";
import { isOfflineWords } from "../../domain/text/offline-words.ts";
import { leansOnTalk } from "../text/leaning.ts";

/** By how seldom English uses the word: the commonest 600 tell nothing. */
const TELLING = 0.7;
/** Characters: an answer says first what was meant, and then much else. */
const OF_ANSWER = 100;
const OF_QUESTION = 300;

/**
 * The newest message, with what it leans on. `earlier`: what was said before it, the newest last; `weight`: of a word, the
 * less the more often English uses it, 0 to 1.
 */
export function wordsAsked(
  query: string,
  earlier: readonly Said[],
  weight: (word: string) => number,
): string {
  const leans = (text: string) => leansOnTalk(text, (word) => weight(word) >= TELLING);
  return earlier.length > 0 && leans(query) ? [query, ...leanedOn(earlier, leans)].join("\n") : query;
}

/** Back to the last question that is understood by itself. */
function leanedOn(earlier: readonly Said[], leans: (text: string) => boolean): string[] {
  const before: string[] = [];
  for (const { role, text } of earlier.toReversed()) {
    if (role === "user") before.push(beginningOf(text, OF_QUESTION));
    else if (!isOfflineWords(text)) before.push(beginningOf(text, OF_ANSWER));
    if (role === "user" && !leans(text)) break;
  }
  return before;
}

/** In whole words. */
function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, Math.max(text.lastIndexOf(" ", most), 0) || most);
}
