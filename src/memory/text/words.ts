/** Text into words, as the full-text index sees them. */
import { stem } from "./porter.ts";

const MARKS = /\p{M}+/gu;
const ASCII = /^[\u0020-\u007e\s]*$/;

/** Lower case, without accents, in the order of the text. */
export function words(text: string): string[] {
  if (ASCII.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Marks go before letters are taken apart too: to put a long run of them into order takes its length squared. */
export function fold(text: string): string {
  return text.replace(MARKS, "").normalize("NFD").replace(MARKS, "").toLowerCase();
}

const known = new Map<string, string>();
const KNOWN_LIMIT = 20_000;

/** `stem`, remembered: re-ranking meets the same words over and over. */
export function stemOf(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  if (known.size >= KNOWN_LIMIT) known.clear();
  const result = stem(word);
  known.set(word, result);
  return result;
}
