/**
 * The words of one search, each examined once: the term of the question that it is, and its similarity to
 * each term. Passages are then scored with numbers only.
 */

import { isFunctionWord } from "../text/function-words.ts";
import { type Kinship, kinOf } from "../text/inflections.ts";
import { extraTokens } from "../text/scripts.ts";
import { addWords, dot, type WordVectors } from "../word-vectors/word-vectors.ts";
import { inflectedWords } from "./forms.ts";
import type { ParsedQuery } from "./query.ts";
import type { Statistics } from "./statistics.ts";
import type { Vocabulary, Word } from "./vocabulary.ts";

interface Term {
  token: string;
  idf: number;
  /**
   * Information of the term, here and in the language: "today" carries little even where nobody has said it.
   */
  telling: number;
}

export interface Lexicon {
  /** Words of the question first, then its special tokens. */
  terms: readonly Term[];
  totalIdf: number;
  /** Index of the term with the same stem, or of which the word is another form; -1: none. */
  termOf(word: Word): number;
  /** Terms that the word equals or resembles in meaning. */
  nearOf(word: Word): Near;
  /** Indexes of the terms that are special tokens of the text. */
  specials(text: string): number[];
  /** Meaning of the question; undefined without word vectors. */
  question: Float32Array | undefined;
}

/** Pairs of a term's index and the similarity to it, 0 to 1: a word resembles few terms. */
type Near = readonly number[];

const NEAR_NONE: Near = [];

/** Below this cosine two words are unrelated. */
const UNRELATED = 0.35;
/** Weight of a synonym. */
const SYNONYM = 0.8;
/** Weight of a compound with the word, or of a word that is part of the compound. */
const PART = 0.8;
/** Weight of a joining word in ranking a question of another language, however rare it is here. */
const JOINING = 0.1;
/** Weight of a word without meaning of its own: above 0 only to avoid a division by zero. */
const NOTHING = 0.05;
/** Marks a word that was not examined yet. */
const UNSEEN = -2;

/** `vocabulary` must contain all words that the lexicon will be asked for. */
export function createLexicon(query: ParsedQuery, statistics: Statistics, vocabulary: Vocabulary): Lexicon {
  const { vectors } = vocabulary;
  const inflected = inflectedTerms(query, vectors);
  const terms = termsOf(query, statistics, { vectors, joining: inflected.length > 0 ? JOINING : 1 });
  const positions = new Map(query.stems.map((stem, index) => [stem, index]));
  const vectorsAsked = query.words.map((word) => vectors?.vector(word));
  const kinOfWord = (word: Word, kind: Kinship) =>
    // A word of English texts only looks like a form of another language's.
    vectors?.knows(word.text) === true ? [] : inflected.filter(({ kin }) => kin(word.text) === kind);
  const termOf = byWord(
    vocabulary,
    (word) => positions.get(word.stem) ?? kinOfWord(word, "form")[0]?.term ?? -1,
  );
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
      const parts = kinOfWord(word, "part");
      const near = [
        ...nearness(term, vectorsAsked, term < 0 && word.isStopword ? undefined : word.vector),
        ...parts.flatMap(({ term: whole }) => [whole, PART]),
      ];
      nears[word.id] = near;
      return near;
    },
  };
}

function termsOf(
  { stems, words, extra, request }: ParsedQuery,
  { idf }: Statistics,
  { vectors, joining }: { vectors: WordVectors | undefined; joining: number },
): Term[] {
  return [...stems, ...extra].map((token, index) => {
    const word = words[index];
    const joins = word !== undefined && isFunctionWord(word);
    const share = word === undefined ? 1 : joins || word === request ? NOTHING : (vectors?.weight(word) ?? 1);
    return { token, idf: idf(token) * (joins ? joining : 1), telling: idf(token) * share };
  });
}

interface InflectedTerm {
  kin: ReturnType<typeof kinOf>;
  /** Its index. */
  term: number;
}

function inflectedTerms(query: ParsedQuery, vectors: WordVectors | undefined): InflectedTerm[] {
  const inflected = inflectedWords(query, vectors);
  return query.words.flatMap((asked, term) => (inflected.has(asked) ? [{ kin: kinOf(asked), term }] : []));
}

/** Memoizes by the word's number. */
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
  vectorsAsked: readonly (Float32Array | undefined)[],
  vector: Float32Array | undefined,
): Near {
  let near: number[] | undefined;
  for (let index = 0; index < vectorsAsked.length; index++) {
    const value = index === term ? 1 : likeness(vectorsAsked[index], vector);
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
