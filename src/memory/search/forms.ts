/** Forms of a question's words in languages with endings and compounds. */
import type { NearWord } from "../ports/index-port.ts";
import { isForeignFunctionWord, isFunctionWord } from "../text/function-words.ts";
import { beginningsOf, tailsOf } from "../text/inflections.ts";
import { isUnspaced } from "../text/scripts.ts";
import { isStopword } from "../text/stopwords.ts";
import { stemOf } from "../text/words.ts";
import type { WordVectors } from "../word-vectors/word-vectors.ts";
import type { ParsedQuery } from "./query.ts";

/** Share of a compound's weight that its second part is worth. */
const TAIL = 0.5;
/** Joining words of another language that an English question does not have by chance. */
const SEVERAL = 2;
/** Words of a long question whose forms are looked for. */
const MOST = 12;

/**
 * Words whose forms count: none of an English question, since its stems cover the few that English has. A
 * question is of another language when it joins its words as such a language does, or most of its words are in
 * no English text.
 */
export function inflectedWords(
  { words }: ParsedQuery,
  vectors: WordVectors | undefined,
): ReadonlySet<string> {
  const telling = words.filter((word) => !isFunctionWord(word) && !isStopword(word) && isInflectable(word));
  const unknown = telling.filter((word) => vectors?.knows(word) !== true);
  const joining = words.filter(isForeignFunctionWord).length;
  const isForeign = unknown.length > telling.length / (joining > 0 ? 3 : 2) || joining >= SEVERAL;
  return new Set(isForeign ? telling.slice(0, MOST) : []);
}

function isInflectable(word: string): boolean {
  return !isUnspaced(word) && !/\p{N}/u.test(word);
}

/** Beginnings and second parts to look for beside the word itself. */
export function formsOf(word: string): NearWord[] {
  return [
    ...beginningsOf(word).map(({ begins, worth }) => ({
      word: begins,
      stem: `${begins}*`,
      begins: true as const,
      worth,
    })),
    ...tailsOf(word).map((tail) => ({ word: tail, stem: stemOf(tail), worth: TAIL })),
  ];
}
