/**
 * The words met in one search, each looked at once: which word of the question it is, and how near it comes in meaning
 * to each of them. Passages then are scored with numbers alone.
 */

import { isFunctionWord } from "../text/function-words.ts";
import { extraTokens } from "../text/scripts.ts";
import { addWords, dot, type WordVectors } from "../word-vectors/word-vectors.ts";
import type { ParsedQuery } from "./query.ts";
import type { Statistics } from "./statistics.ts";
import type { Vocabulary, Word } from "./vocabulary.ts";

export interface Term {
  token: string;
  idf: number;
  /** How much it tells, here and in the language as a whole: "today" tells little even where nobody said it. */
  telling: number;
}

export interface Lexicon {
  /** Words of the question first, then its special tokens. */
  terms: readonly Term[];
  totalIdf: number;
  /** Which term it is by its stem; -1 for none. */
  termOf(word: Word): number;
  /** The terms that it is or comes near to in meaning. */
  nearOf(word: Word): Near;
  /** Position among the terms of a special token of the text. */
  specials(text: string): number[];
  /** Meaning of the question; undefined without word vectors. */
  question: Float32Array | undefined;
}

/** Positions among the terms, and beside each how near it is, 0 to 1: a word is near to few of them. */
export type Near = readonly number[];

const NEAR_NONE: Near = [];

/** Below this cosine two words have nothing to do with each other. */
const UNRELATED = 0.35;
/** What the same meaning in another word is worth. */
const SYNONYM = 0.8;
/** What a word tells that says nothing of what is meant: next to nothing, so that it is at least not divided by zero. */
const NOTHING = 0.05;
/** In place of a term's number: not looked at yet. */
const UNSEEN = -2;

/** `vocabulary` has met all words that the lexicon will be asked for. */
export function createLexicon(query: ParsedQuery, statistics: Statistics, vocabulary: Vocabulary): Lexicon {
  const { vectors } = vocabulary;
  const terms = termsOf(query, statistics, vectors);
  const positions = new Map(query.stems.map((stem, index) => [stem, index]));
  const asked = query.words.map((word) => vectors?.vector(word));
  const termOf = byWord(vocabulary, (word) => positions.get(word.stem) ?? -1);
  const nears = new Array<Near | undefined>(vocabulary.size);
  return {
    terms,
    totalIdf: terms.reduce((sum, term) => sum + term.idf, 0) || 1,
    question: vectors === undefined ? undefined : addWords(vectors, query.words),
    specials: specialsOf(query),
    termOf,
    nearOf(word) {
      const known = nears[word.id];
      if (known !== undefined) return known;
      const term = termOf(word);
      const near = nearness(term, asked, term < 0 && word.isStopword ? undefined : word.vector);
      nears[word.id] = near;
      return near;
    },
  };
}

function termsOf(
  { stems, words, extra, request }: ParsedQuery,
  { idf }: Statistics,
  vectors: WordVectors | undefined,
): Term[] {
  return [...stems, ...extra].map((token, index) => {
    const word = words[index];
    const tellsNothing = word !== undefined && (word === request || isFunctionWord(word));
    const share = tellsNothing ? NOTHING : word === undefined ? 1 : (vectors?.weight(word) ?? 1);
    return { token, idf: idf(token), telling: idf(token) * share };
  });
}

/** Worked out once for each word, and found again by its number. */
function byWord(vocabulary: Vocabulary, work: (word: Word) => number): (word: Word) => number {
  const known = new Int16Array(vocabulary.size).fill(UNSEEN);
  return (word) => {
    const found = known[word.id];
    if (found !== undefined && found !== UNSEEN) return found;
    const result = work(word);
    known[word.id] = result;
    return result;
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
): Near {
  let near: number[] | undefined;
  for (let index = 0; index < asked.length; index++) {
    const value = index === term ? 1 : likeness(asked[index], vector);
    if (value <= 0) continue;
    near ??= [];
    near.push(index, value);
  }
  return near ?? NEAR_NONE;
}

function likeness(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return Math.max(0, (SYNONYM * (dot(a, b) - UNRELATED)) / (1 - UNRELATED));
}
