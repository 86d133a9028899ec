/**
 * The search text of a question: if the question refers to the conversation before it, its text includes
 * those words.
 */
import type { TalkMessage } from "../../agent/ports/memory.ts";
import { isOfflineWords } from "../../domain/text/offline-words.ts";
import { isContextDependent } from "../text/context-dependent.ts";

/** Minimum weight of a word that carries meaning; it excludes the 600 commonest English words. */
const TELLING = 0.7;
/** Characters: an answer states its subject first, and then much else. */
const OF_ANSWER = 100;
const OF_QUESTION = 300;

/**
 * The newest message with the messages it refers to. `earlier`: newest last; `weight`: 0 to 1, lower the more
 * often English uses the word.
 */
export function searchTextOf(
  query: string,
  earlier: readonly TalkMessage[],
  weight: (word: string) => number,
): string {
  const dependsOnContext = (text: string) => isContextDependent(text, (word) => weight(word) >= TELLING);
  return earlier.length > 0 && dependsOnContext(query)
    ? [query, ...precedingFor(earlier, dependsOnContext)].join("\n")
    : query;
}

/** Goes back to the last question that is understood by itself. */
function precedingFor(
  earlier: readonly TalkMessage[],
  dependsOnContext: (text: string) => boolean,
): string[] {
  const before: string[] = [];
  for (const { role, text } of earlier.toReversed()) {
    if (role === "user") before.push(beginningOf(text, OF_QUESTION));
    else if (!isOfflineWords(text)) before.push(beginningOf(text, OF_ANSWER));
    if (role === "user" && !dependsOnContext(text)) break;
  }
  return before;
}

/** Cuts at a word boundary. */
function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, Math.max(text.lastIndexOf(" ", most), 0) || most);
}
