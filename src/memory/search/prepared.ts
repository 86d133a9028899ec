/** A passage made ready for scoring once, however often it is a neighbour. */
import type { Passage } from "../model.ts";
import { extraTokens } from "../text/scripts.ts";
import { stemOf, words } from "../text/words.ts";

export interface Prepared {
  passage: Passage;
  words: string[];
  /** How often each stem occurs, the speaker's name and special tokens included. */
  counts: Map<string, number>;
  length: number;
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

export function prepare(passage: Passage, wanted: ReadonlySet<string>): Prepared {
  const spoken = words(passage.text.slice(0, SCORED_CHARACTERS));
  const counts = new Map<string, number>();
  const count = (token: string) => {
    if (wanted.has(token)) counts.set(token, (counts.get(token) ?? 0) + 1);
  };
  for (const word of spoken) count(stemOf(word));
  for (const word of words(passage.speaker)) count(stemOf(word));
  for (const token of extraTokens(passage.text.slice(0, SCORED_CHARACTERS))) count(token);
  return { passage, words: spoken, counts, length: spoken.length };
}

export function surroundings(all: readonly Prepared[]): Surroundings {
  const places = new Map<string, Prepared>();
  const place = (source: string, ordinal: number) => `${source}\u0000${ordinal}`;
  for (const each of all) places.set(place(each.passage.source, each.passage.ordinal), each);
  const at = (source: string, ordinal: number) => places.get(place(source, ordinal));
  return {
    all,
    at,
    window(centre, reach) {
      const { source, ordinal, session } = centre.passage;
      const found: Prepared[] = [];
      for (let position = ordinal - reach; position <= ordinal + reach; position++) {
        const each = at(source, position);
        if (each !== undefined && each.passage.session === session) found.push(each);
      }
      return found;
    },
  };
}
