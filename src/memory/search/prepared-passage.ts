/** A passage prepared once for scoring, however often it is a neighbour. */
import type { Passage } from "../ports/model.ts";
import { WINDOW } from "./candidates.ts";
import type { Lexicon } from "./lexicon.ts";
import { bestPiece, isPageLong } from "./pieces.ts";
import { isOneScene } from "./scene.ts";
import type { Digest, Word } from "./vocabulary.ts";

export interface PreparedPassage {
  passage: Passage;
  /** A page-long message: what is known of its words is that of its best piece. */
  isPage: boolean;
  /** Length in words. */
  length: number;
  spoken: readonly Word[];
  /** Number of occurrences of each term, including those in the speaker's name. */
  counts: Float32Array;
  /** Share of the question's weight in the questions that the passage asks, 0 to 1. */
  questionScore(): number;
  /** Names in the passage that the question does not contain. */
  newNames(): readonly string[];
  /** Similarity of a document's beginning to each term, as in `near`. */
  beginning(): Float32Array;
  /** Similarity of the headings to each term. */
  headings(): Float32Array;
  /** Similarity of the passage to each term, 0 to 1; computed on first use. */
  near(): Float32Array;
  /** Sum of the words' vectors; undefined without word vectors. */
  meaning(): Float32Array | undefined;
}

/** Passages by source and position, for access to neighbours. */
export interface Surroundings {
  all: readonly PreparedPassage[];
  at(source: string, ordinal: number): PreparedPassage | undefined;
  /**
   * The passage and up to `WINDOW` neighbours on each side, from the same scene. Pages, and messages that are
   * answered by one, stand for themselves.
   */
  window(centre: PreparedPassage): PreparedPassage[];
  /** The page that answers a message. */
  reply(centre: PreparedPassage): PreparedPassage | undefined;
}

export function prepare(passage: Passage, digest: Digest, lexicon: Lexicon): PreparedPassage {
  const counts = new Float32Array(lexicon.terms.length);
  const isPage = isPageLong(passage.kind, digest.spoken);
  const spoken = isPage ? bestPiece(digest.spoken, lexicon) : digest.spoken;
  for (const word of spoken) count(counts, lexicon.termOf(word));
  for (const word of digest.named) count(counts, lexicon.termOf(word));
  for (const position of lexicon.specials(passage.text)) count(counts, position);
  const nothing = new Float32Array(lexicon.terms.length);
  return {
    passage,
    isPage,
    length: spoken.length,
    spoken,
    counts,
    questionScore: () => shareOf(digest.asked, lexicon),
    newNames: () => newIn(digest.names(), lexicon),
    beginning: once(() => nearOf(digest.beginning(), nothing, lexicon)),
    headings: once(() => nearOf(digest.headings(), nothing, lexicon)),
    near: once(() => nearOf(spoken, counts, lexicon)),
    meaning: digest.meaning,
  };
}

function shareOf(words: readonly Word[], lexicon: Lexicon): number {
  if (words.length === 0) return 0;
  let sum = 0;
  for (const term of new Set(words.map(lexicon.termOf))) sum += lexicon.terms[term]?.idf ?? 0;
  return sum / lexicon.totalIdf;
}

function newIn(names: readonly Word[], lexicon: Lexicon): string[] {
  return names.filter((word) => !word.isStopword && lexicon.termOf(word) < 0).map(({ text }) => text);
}

function count(counts: Float32Array, term: number): void {
  if (term >= 0) counts[term] = (counts[term] as number) + 1;
}

function nearOf(spoken: readonly Word[], counts: Float32Array, lexicon: Lexicon): Float32Array {
  const best = counts.map((times) => (times > 0 ? 1 : 0));
  for (const word of spoken) {
    const near = lexicon.nearOf(word);
    for (let at = 0; at < near.length; at += 2) {
      const term = near[at] as number;
      const value = near[at + 1] as number;
      if (value > (best[term] as number)) best[term] = value;
    }
  }
  return best;
}

function once<T>(work: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: work() };
    return result.value;
  };
}

export function surroundings(all: readonly PreparedPassage[]): Surroundings {
  const sources = new Map<string, Map<number, PreparedPassage>>();
  for (const each of all) {
    const { source, ordinal } = each.passage;
    const places = sources.get(source) ?? new Map<number, PreparedPassage>();
    sources.set(source, places.set(ordinal, each));
  }
  const windows = new Map<PreparedPassage, PreparedPassage[]>();
  const reply = (centre: PreparedPassage) => replyTo(centre, sources.get(centre.passage.source));
  return {
    all,
    at: (source, ordinal) => sources.get(source)?.get(ordinal),
    reply,
    window(centre) {
      const known = windows.get(centre);
      if (known !== undefined) return known;
      if (centre.isPage || reply(centre) !== undefined) return [centre];
      const window = windowOf(centre, sources.get(centre.passage.source));
      windows.set(centre, window);
      return window;
    },
  };
}

function replyTo(
  { passage, isPage }: PreparedPassage,
  places: ReadonlyMap<number, PreparedPassage> | undefined,
): PreparedPassage | undefined {
  const next = isPage ? undefined : places?.get(passage.ordinal + 1);
  return next?.isPage === true && isOneScene(next.passage, passage) ? next : undefined;
}

function windowOf(
  centre: PreparedPassage,
  places: ReadonlyMap<number, PreparedPassage> | undefined,
): PreparedPassage[] {
  const { ordinal, kind } = centre.passage;
  if (kind !== "turn") return [centre];
  const found: PreparedPassage[] = [];
  for (let position = ordinal - WINDOW; position <= ordinal + WINDOW; position++) {
    const each = places?.get(position);
    if (each !== undefined && (each === centre || !each.isPage) && isOneScene(each.passage, centre.passage))
      found.push(each);
  }
  return found;
}
