/** Splits text into words, as the full-text index does. */
import { stem } from "./porter.ts";

const MARKS = /\p{M}+/gu;
const ASCII = /^[\u0020-\u007e\s]*$/;

/** Lower case, without accents, in the order of the text. */
export function words(text: string): string[] {
  if (ASCII.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Removes marks before decomposing too: normalising a long run of them takes quadratic time. */
export function fold(text: string): string {
  return text.replace(MARKS, "").normalize("NFD").replace(MARKS, "").toLowerCase();
}

const known = new Map<string, string>();
const KNOWN_LIMIT = 20_000;

/** Memoized `stem`: re-ranking sees the same words over and over. */
export function stemOf(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  if (known.size >= KNOWN_LIMIT) known.clear();
  const result = stem(word);
  known.set(word, result);
  return result;
}
