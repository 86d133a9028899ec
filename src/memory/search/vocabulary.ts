/**
 * Words and passages as every search sees them, looked at once: only what does not depend on the question. A passage
 * is known again by its text, so nothing here belongs to an owner or grows old.
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
  /** Of the speaker's name. */
  named: readonly Word[];
  /** Of the questions in it. */
  asked: readonly Word[];
  /** Of what looks like a name in it. */
  names(): readonly Word[];
  /** The first of a document: what it is about. */
  beginning(): readonly Word[];
  /** Of its headings. */
  headings(): readonly Word[];
  /** Sum of the words' vectors; undefined without word vectors. */
  meaning(): Float32Array | undefined;
}

interface Kept extends Digest {
  text: string;
  speaker: string;
  /** About what it takes, in bytes. */
  size: number;
}

/** Long passages are scored by their first words: a file's piece has fewer than this. */
const SCORED_CHARACTERS = 3_000;
/** Some 24 MB: a word's vector takes most of it. */
const MOST_WORDS = 30_000;
/** Bytes of all kept passages together. */
const MOST_BYTES = 16_000_000;
/** Of a passage beside its text and its words: its vector, and the objects that hold all that. */
const BESIDE_TEXT = 1_000;
const OF_A_CHARACTER = 2;
const OF_A_WORD = 8;
/** Words of a document that say what it is about. */
const BEGINNING = 80;
/** What is left of them when there were more. */
const SHRUNK = 0.9;

const vocabularies = new WeakMap<object, Vocabulary>();
const WITHOUT_VECTORS = {};

/** One for each table of word vectors. To be asked for anew at each search: a full one is replaced. */
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
  private readonly digests = new Map<number, Kept>();
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
    const asked = this.wordsOf(questionsIn(scored));
    const kept: Kept = {
      text,
      speaker,
      size: BESIDE_TEXT + OF_A_CHARACTER * text.length + OF_A_WORD * (spoken.length + asked.length),
      spoken,
      asked,
      beginning: once(() => this.wordsOf(beginningOf(scored)).slice(0, BEGINNING)),
      headings: once(() => this.wordsOf(headingsIn(scored))),
      names: once(() => namesIn(scored).flatMap((name) => this.wordsOf(name))),
      named: speaker === "" ? [] : this.wordsOf(speaker),
      meaning: once(() => this.meaningOf(spoken)),
    };
    this.keep(id, kept);
    return kept;
  }

  private keep(id: number, kept: Kept): void {
    this.bytes += kept.size - (this.digests.get(id)?.size ?? 0);
    // Behind all others: the first in the map is the one that has been there longest.
    this.digests.delete(id);
    this.digests.set(id, kept);
    if (this.bytes > this.mostBytes) this.shrink();
  }

  /** By a part at a time: a map is slow to find its first entry when many before that have gone. */
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
