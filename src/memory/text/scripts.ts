/**
 * Tokens that the full-text tokenizer cannot split or drops: scripts without spaces become single characters
 * and pairs, each emoji becomes a word. They are indexed beside the text and searched the same way.
 */

import { words } from "./words.ts";

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** Latin text without emoji, by far the most common: nothing to do. */
const PLAIN = /^[\t\n\r\u0020-\u024f\u2010-\u2027]*$/;
const FOREIGN = /[^\u0020-\u024f]/;
/** More marks on one letter than any script has: normalising them takes quadratic time. */
const MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
const EMOJI = /\p{Extended_Pictographic}/gu;

/**
 * Tokens to index: characters and pairs, so that a query of one character matches too; and words of other
 * alphabets without their marks, which the tokenizer removes from Latin letters only.
 */
export function extraTokens(text: string): string[] {
  if (PLAIN.test(text)) return [];
  const marked = words(text).filter((word) => FOREIGN.test(word) && !isUnspaced(word));
  return [...new Set([...runs(text).flatMap((run) => [...run, ...pairs(run)]), ...emoji(text), ...marked])];
}

/** Tokens to search for: pairs, and a character only when it stands alone. */
export function extraQueryTokens(text: string): string[] {
  return [
    ...new Set([...runs(text).flatMap((run) => (run.length === 1 ? run : pairs(run))), ...emoji(text)]),
  ];
}

/** True for a word of a script that is matched by pairs of characters instead. */
export function isUnspaced(word: string): boolean {
  return word.search(UNSPACED) !== -1;
}

function runs(text: string): string[][] {
  const bounded = text.replace(MANY_MARKS, "$1");
  return (bounded.normalize("NFKC").match(UNSPACED) ?? []).map((run) => [...run]);
}

function pairs(run: readonly string[]): string[] {
  return run.slice(1).map((character, index) => `${run[index] ?? ""}${character}`);
}

function emoji(text: string): string[] {
  return (text.match(EMOJI) ?? []).map((symbol) => `emoji${(symbol.codePointAt(0) ?? 0).toString(16)}x`);
}
