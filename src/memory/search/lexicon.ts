/**
 * The words met in one search, each looked at once: which word of the question it is, how near it comes in meaning to
 * each of them, and its vector. Passages then are scored with numbers alone.
 */
import { extraTokens } from "../text/scripts.ts";
import { isStopword } from "../text/stopwords.ts";
import { stemOf, words } from "../text/words.ts";
import { addWords, dot, type WordVectors } from "../word-vectors/word-vectors.ts";
import type { ParsedQuery } from "./query.ts";
import type { Statistics } from "./statistics.ts";

export interface Term {
  token: string;
  idf: number;
}

export interface LexiconEntry {
  word: string;
  /** Which term it is by its stem; -1 for none. */
  term: number;
}

/** What a word means beside the question: worked out for the passages that come far enough. */
export interface Meaning {
  /** For each term, 0 to 1: the same word, or one of like meaning in part. Undefined when near to none. */
  near: Float32Array | undefined;
  /** Undefined for a word that says nothing, or without word vectors. */
  vector: Float32Array | undefined;
  weight: number;
}

export interface Lexicon {
  /** Words of the question first, then its special tokens. */
  terms: readonly Term[];
  totalIdf: number;
  entry(word: string): LexiconEntry;
  meaning(entry: LexiconEntry): Meaning;
  /** Position among the terms of a special token of the text. */
  specials(text: string): number[];
  /** Meaning of the question; undefined without word vectors. */
  question: Float32Array | undefined;
}

/** Below this cosine two words have nothing to do with each other. */
const UNRELATED = 0.35;
/** What the same meaning in another word is worth. */
const SYNONYM = 0.8;

export function createLexicon(
  query: ParsedQuery,
  statistics: Statistics,
  vectors: WordVectors | undefined,
): Lexicon {
  const terms = [...query.stems, ...query.extra].map((token) => ({ token, idf: statistics.idf(token) }));
  const positions = new Map(query.stems.map((stem, index) => [stem, index]));
  const asked = query.words.map((word) => vectors?.vector(word));
  const entries = new Map<string, LexiconEntry>();
  const meanings = new Map<LexiconEntry, Meaning>();
  return {
    terms,
    totalIdf: terms.reduce((sum, term) => sum + term.idf, 0) || 1,
    question: vectors === undefined ? undefined : addWords(vectors, query.words),
    specials: specialsOf(query),
    entry(word) {
      const found = entries.get(word);
      if (found !== undefined) return found;
      const term = positions.get(stemOf(word)) ?? -1;
      const entry = { word, term };
      entries.set(word, entry);
      return entry;
    },
    meaning(entry) {
      const found = meanings.get(entry);
      if (found !== undefined) return found;
      const vector = entry.term < 0 && isStopword(entry.word) ? undefined : vectors?.vector(entry.word);
      const near = nearness(entry.term, asked, vector);
      const meaning = { near, vector, weight: vectors?.weight(entry.word) ?? 0 };
      meanings.set(entry, meaning);
      return meaning;
    },
  };
}

function specialsOf(query: ParsedQuery): (text: string) => number[] {
  if (query.extra.length === 0) return () => [];
  const positions = new Map(query.extra.map((token, index) => [token, query.stems.length + index]));
  return (text) => extraTokens(text).flatMap((token) => positions.get(token) ?? []);
}

function nearness(
  term: number,
  asked: readonly (Float32Array | undefined)[],
  vector: Float32Array | undefined,
): Float32Array | undefined {
  let near: Float32Array | undefined;
  asked.forEach((other, index) => {
    const value = index === term ? 1 : likeness(other, vector);
    if (value <= 0) return;
    near ??= new Float32Array(asked.length);
    near[index] = value;
  });
  return near;
}

function likeness(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return Math.max(0, (SYNONYM * (dot(a, b) - UNRELATED)) / (1 - UNRELATED));
}

/** The words of a text, and of who said it. */
export function entriesOf(lexicon: Lexicon, text: string): LexiconEntry[] {
  return words(text).map((word) => lexicon.entry(word));
}
