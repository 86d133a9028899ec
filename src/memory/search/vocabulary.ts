/**
 * Cache of words and passages for all searches: only data that does not depend on the question. A passage is
 * identified by its text, so entries belong to no owner and never become stale.
 */
import type { Passage } from "../ports/model.ts";
import { beginningOf, headingsIn } from "../text/headings.ts";
import { namesIn } from "../text/names.ts";
import { questionsIn } from "../text/questions.ts";
import { isStopword } from "../text/stopwords.ts";
import { stemOf, words } from "../text/words.ts";
import { addScaled, type WordVectors } from "../word-vectors/word-vectors.ts";

export interface Word {
  /** Its number in this vocabulary, from 0. */
  id: number;
  text: string;
  stem: string;
  isStopword: boolean;
  /** Undefined without word vectors. */
  vector: Float32Array | undefined;
  weight: number;
}

export interface Digest {
  spoken: readonly Word[];
  /** Words of the speaker's name. */
  named: readonly Word[];
  /** Words of the questions in the passage. */
  asked: readonly Word[];
  /** Words that look like names. */
  names(): readonly Word[];
  /** The first words of a document, which say what it is about. */
  beginning(): readonly Word[];
  /** Words of the headings. */
  headings(): readonly Word[];
  /** Sum of the words' vectors; undefined without word vectors. */
  meaning(): Float32Array | undefined;
}

interface StoredDigest extends Digest {
  text: string;
  speaker: string;
  /** Estimated size in bytes. */
  size: number;
}

/** Long passages are scored by their first characters; pieces of files are shorter than this. */
const SCORED_CHARACTERS = 3_000;
/** About 24 MB, mostly word vectors. */
const MOST_WORDS = 30_000;
/** Bytes of all cached passages together. */
const MOST_BYTES = 16_000_000;
/** Estimated bytes of a passage beside its text and words: its vector and objects. */
const BESIDE_TEXT = 1_000;
const OF_A_CHARACTER = 2;
const OF_A_WORD = 8;
/** Number of words at the beginning of a document that say what it is about. */
const BEGINNING = 80;
/** Share of the cache that remains after an eviction. */
const SHRUNK = 0.9;

const vocabularies = new WeakMap<object, Vocabulary>();
const WITHOUT_VECTORS = {};

/** One per table of word vectors. Call it for each search: a full vocabulary is replaced. */
export function vocabularyOf(vectors: WordVectors | undefined): Vocabulary {
  const key = vectors ?? WITHOUT_VECTORS;
  const known = vocabularies.get(key);
  if (known !== undefined && known.size < MOST_WORDS) return known;
  const vocabulary = new Vocabulary(vectors);
  vocabularies.set(key, vocabulary);
  return vocabulary;
}

export class Vocabulary {
  readonly vectors: WordVectors | undefined;
  private readonly mostBytes: number;
  private readonly words = new Map<string, Word>();
  private readonly digests = new Map<number, StoredDigest>();
  private bytes = 0;

  constructor(vectors: WordVectors | undefined, mostBytes = MOST_BYTES) {
    this.vectors = vectors;
    this.mostBytes = mostBytes;
  }

  get size(): number {
    return this.words.size;
  }

  digest({ id, text, speaker }: Passage): Digest {
    const known = this.digests.get(id);
    if (known !== undefined && known.text === text && known.speaker === speaker) return known;
    const scored = text.slice(0, SCORED_CHARACTERS);
    const spoken = this.wordsOf(scored);
    const questions = this.wordsOf(questionsIn(scored));
    const stored: StoredDigest = {
      text,
      speaker,
      size: BESIDE_TEXT + OF_A_CHARACTER * text.length + OF_A_WORD * (spoken.length + questions.length),
      spoken,
      asked: questions,
      beginning: once(() => this.wordsOf(beginningOf(scored)).slice(0, BEGINNING)),
      headings: once(() => this.wordsOf(headingsIn(scored))),
      names: once(() => namesIn(scored).flatMap((name) => this.wordsOf(name))),
      named: speaker === "" ? [] : this.wordsOf(speaker),
      meaning: once(() => this.meaningOf(spoken)),
    };
    this.keep(id, stored);
    return stored;
  }

  private keep(id: number, stored: StoredDigest): void {
    this.bytes += stored.size - (this.digests.get(id)?.size ?? 0);
    // Re-inserts at the end: a map's first entry is the oldest.
    this.digests.delete(id);
    this.digests.set(id, stored);
    if (this.bytes > this.mostBytes) this.shrink();
  }

  /** Evicts many at once: a map is slow to find its first entry after many deletions. */
  private shrink(): void {
    for (const [oldest, { size }] of this.digests) {
      if (this.bytes <= this.mostBytes * SHRUNK) break;
      this.digests.delete(oldest);
      this.bytes -= size;
    }
  }

  private wordsOf(text: string): Word[] {
    return words(text).map((word) => this.words.get(word) ?? this.add(word));
  }

  private add(text: string): Word {
    const word = {
      id: this.words.size,
      text,
      stem: stemOf(text),
      isStopword: isStopword(text),
      vector: this.vectors?.vector(text),
      weight: this.vectors?.weight(text) ?? 0,
    };
    this.words.set(text, word);
    return word;
  }

  private meaningOf(spoken: readonly Word[]): Float32Array | undefined {
    if (this.vectors === undefined) return undefined;
    const sum = new Float32Array(this.vectors.size);
    for (const { vector, weight, isStopword: isEmpty } of spoken) {
      if (vector !== undefined && !isEmpty) addScaled(sum, vector, weight);
    }
    return sum;
  }
}

function once<T>(work: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: work() };
    return result.value;
  };
}
