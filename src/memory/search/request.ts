/** Input and dependencies of a search. */
import type { Vectors } from "../embed/passages.ts";
import type { ChunkStore, Meter, Reach } from "../ports/index-port.ts";
import type { WordVectors } from "../word-vectors/word-vectors.ts";
import type { StatisticsCache } from "./statistics.ts";

export interface SearchDeps {
  chunks: ChunkStore;
  statistics: StatisticsCache;
  /** Loaded on first use; undefined when the asset is missing: then words match by stem only. */
  wordVectors(): Promise<WordVectors | undefined>;
  vectors?: Vectors;
  onFailure(what: string, cause: unknown): void;
  /** Other names, by name key. */
  otherNames(owner: string): Promise<ReadonlyMap<string, readonly string[]>>;
}

export interface SearchRequest extends Reach {
  query: string;
  limit: number;
  /** ms since the epoch. */
  now: number;
  /** IANA name of the person's time zone: "yesterday" is theirs. Absent: UTC. */
  time_zone?: string;
  signal?: AbortSignal;
  /**
   * The asker's name, when several people speak: "I" and "my" refer to them. Absent: they refer to every
   * person.
   */
  asker?: string;
  /** Number of candidates to score; fewer are faster. Half of them are the best matches themselves. */
  candidates?: number;
  /** Returns nothing when all words occur in a large share of all passages: "hello" need not be looked up. */
  unlessCommon?: boolean;
  /** Adds up the cost of the search. */
  meter?: Meter;
}
