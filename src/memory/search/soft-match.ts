/** How much of the question a text covers, where a word also counts in part when another of like meaning is there. */
import { stemOf } from "../text/words.ts";
import { dot, type WordVectors } from "../word-vectors/word-vectors.ts";
import type { Prepared } from "./prepared.ts";
import type { ParsedQuery } from "./query.ts";
import type { Statistics } from "./statistics.ts";

/** 0 to 1. */
export type SoftMatch = (passages: readonly Prepared[]) => number;

/** Below this cosine two words have nothing to do with each other. */
const UNRELATED = 0.35;
/** What the same meaning in another word is worth. */
const SYNONYM = 0.8;

export function createSoftMatch(
  query: ParsedQuery,
  statistics: Statistics,
  vectors: WordVectors | undefined,
): SoftMatch {
  const terms = query.stems.map((stem, index) => {
    const word = query.words[index] ?? stem;
    return {
      stem,
      idf: statistics.idf(stem),
      vector: vectors?.vector(word),
      near: new Map<string, number>(),
    };
  });
  const extra = query.extra.map((token) => ({ token, idf: statistics.idf(token) }));
  const total = [...terms, ...extra].reduce((sum, term) => sum + term.idf, 0);
  const nearness = (term: (typeof terms)[number], word: string): number => {
    const known = term.near.get(word);
    if (known !== undefined) return known;
    const value = stemOf(word) === term.stem ? 1 : likeness(term.vector, vectors?.vector(word));
    term.near.set(word, value);
    return value;
  };
  return (passages) => {
    if (total === 0) return 0;
    let sum = 0;
    for (const term of terms) sum += term.idf * bestOf(passages, term.stem, (word) => nearness(term, word));
    for (const { token, idf } of extra) if (passages.some((each) => each.counts.has(token))) sum += idf;
    return sum / total;
  };
}

function bestOf(passages: readonly Prepared[], stem: string, nearness: (word: string) => number): number {
  let best = 0;
  for (const each of passages) {
    if (each.counts.has(stem)) return 1;
    for (const word of each.words) best = Math.max(best, nearness(word));
  }
  return best;
}

function likeness(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return Math.max(0, (SYNONYM * (dot(a, b) - UNRELATED)) / (1 - UNRELATED));
}
