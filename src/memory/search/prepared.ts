/** A passage made ready for scoring once, however often it is a neighbour. */
import type { Passage } from "../model.ts";
import { addScaled } from "../word-vectors/word-vectors.ts";
import { placeKey } from "./candidates.ts";
import { entriesOf, type Lexicon, type LexiconEntry } from "./lexicon.ts";

export interface Prepared {
  passage: Passage;
  /** Words. */
  length: number;
  /** How often each term occurs, the speaker's name included. */
  counts: Float32Array;
  /** How near the passage comes to each term in meaning, 0 to 1; worked out when first asked for. */
  near(): Float32Array;
  /** Sum of the words' vectors; undefined without word vectors. */
  meaning(): Float32Array | undefined;
}

/** Passages by source and position, to find the neighbours of one. */
export interface Surroundings {
  all: readonly Prepared[];
  at(source: string, ordinal: number): Prepared | undefined;
  /** The passage and up to `reach` neighbours on each side, of the same session. */
  window(centre: Prepared, reach: number): Prepared[];
}

/** Long passages are scored by their first words: a file's piece has fewer than this. */
const SCORED_CHARACTERS = 3_000;

export function prepare(passage: Passage, lexicon: Lexicon): Prepared {
  const text = passage.text.slice(0, SCORED_CHARACTERS);
  const spoken = entriesOf(lexicon, text);
  const counts = new Float32Array(lexicon.terms.length);
  for (const entry of spoken) count(counts, entry.term);
  if (passage.speaker !== "") for (const { term } of entriesOf(lexicon, passage.speaker)) count(counts, term);
  for (const position of lexicon.specials(text)) count(counts, position);
  return {
    passage,
    length: spoken.length,
    counts,
    near: once(() => nearOf(spoken, counts, lexicon)),
    meaning: once(() => meaningOf(spoken, lexicon)),
  };
}

function count(counts: Float32Array, term: number): void {
  if (term >= 0) counts[term] = (counts[term] as number) + 1;
}

function nearOf(spoken: readonly LexiconEntry[], counts: Float32Array, lexicon: Lexicon): Float32Array {
  const best = counts.map((times) => (times > 0 ? 1 : 0));
  for (const entry of spoken) {
    const { near } = lexicon.meaning(entry);
    if (near === undefined) continue;
    for (let term = 0; term < near.length; term++) {
      if ((near[term] as number) > (best[term] as number)) best[term] = near[term] as number;
    }
  }
  return best;
}

function meaningOf(spoken: readonly LexiconEntry[], lexicon: Lexicon): Float32Array | undefined {
  if (lexicon.question === undefined) return undefined;
  const sum = new Float32Array(lexicon.question.length);
  for (const entry of spoken) {
    const { vector, weight } = lexicon.meaning(entry);
    if (vector !== undefined) addScaled(sum, vector, weight);
  }
  return sum;
}

function once<T>(work: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: work() };
    return result.value;
  };
}

export function surroundings(all: readonly Prepared[]): Surroundings {
  const places = new Map(all.map((each) => [placeKey(each.passage.source, each.passage.ordinal), each]));
  const at = (source: string, ordinal: number) => places.get(placeKey(source, ordinal));
  return {
    all,
    at,
    window(centre, reach) {
      const { source, ordinal, session, kind } = centre.passage;
      if (kind !== "turn") return [centre];
      const found: Prepared[] = [];
      for (let position = ordinal - reach; position <= ordinal + reach; position++) {
        const each = at(source, position);
        if (each !== undefined && each.passage.session === session) found.push(each);
      }
      return found;
    },
  };
}
