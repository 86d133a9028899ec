/** What a search is asked, and what it asks in turn. */
import type { Vectors } from "../embed/passages.ts";
import type { ChunkStore, Meter, Reach } from "../ports/index-port.ts";
import type { WordVectors } from "../word-vectors/word-vectors.ts";
import type { StatisticsCache } from "./statistics.ts";

export interface SearchDeps {
  chunks: ChunkStore;
  statistics: StatisticsCache;
  /** Loaded when first needed; undefined where the asset is missing: then words match by stem only. */
  wordVectors(): Promise<WordVectors | undefined>;
  vectors?: Vectors;
  onFailure(what: string, cause: unknown): void;
  /** Other names by the key of a name. */
  otherNames(owner: string): Promise<ReadonlyMap<string, readonly string[]>>;
}

export interface SearchRequest extends Reach {
  query: string;
  limit: number;
  /** ms since the epoch. */
  now: number;
  signal?: AbortSignal;
  /** Who asks, where several people speak: "I" and "my" are about them. Absent: about whoever is a person. */
  asker?: string;
  /** How many candidates are scored; fewer are quicker. */
  candidates?: number;
  /** Nothing is found for words that stand in a large part of all passages: "hello" need not be looked up. */
  unlessCommon?: boolean;
  /** Adds up what the search costs. */
  meter?: Meter;
}
