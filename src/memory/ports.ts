/** What memory needs of the outside. Every method throws only when the store itself fails. */
import type {
  Alias,
  ChunkDraft,
  ChunkKind,
  Commitment,
  CommitmentStatus,
  Edge,
  Episode,
  Fact,
  Memory,
  Passage,
  Scope,
} from "./model.ts";

/** Whose memory, and which parts of it: a reader never leaves it. */
export interface Reach {
  owner: string;
  scopes: readonly Scope[];
  /** Only this conversation, file or table. */
  source?: string;
  kinds?: readonly ChunkKind[];
}

export interface WantedWord {
  /** The store stems it as it did the text. */
  word: string;
  /** How telling it is: what a match is worth. */
  weight: number;
}

export interface KeywordQuery extends Reach {
  /** Any of them may match. */
  words: readonly WantedWord[];
  limit: number;
}

export interface KeywordHit {
  passage: Passage;
  /** Greater is better. */
  score: number;
}

/** Positions `from` to `to` of a source, both included. */
export interface Span {
  source: string;
  from: number;
  to: number;
}

export interface StoredVector {
  model: string;
  vector: Float32Array;
}

export interface ChunkEntry {
  draft: ChunkDraft;
  vector?: StoredVector;
}

export interface Frequencies {
  counts: Map<string, number>;
  total: number;
  owned: number;
}

export interface ChunkStore {
  /** One transaction. Unchanged texts cost nothing but the look. */
  put(entries: readonly ChunkEntry[], now: number): Promise<void>;
  /** Without `keys` the whole source. The full-text index and the vectors go with it. */
  remove(owner: string, source: string, keys?: readonly string[]): Promise<number>;
  search(query: KeywordQuery): Promise<KeywordHit[]>;
  /** In how many passages each stem occurs, and how many passages there are, of all owners and (nearly) of this one. */
  frequencies(owner: string, stems: readonly string[]): Promise<Frequencies>;
  /** Passages in the spans, by source and position. */
  read(owner: string, spans: readonly Span[]): Promise<Passage[]>;
  byKeys(owner: string, keys: readonly string[]): Promise<Passage[]>;
}

export interface VectorHit {
  chunk_id: number;
  /** Cosine. */
  score: number;
}

export interface VectorIndex {
  put(entries: readonly ChunkEntry[]): Promise<void>;
  search(reach: Reach, query: StoredVector, limit: number): Promise<VectorHit[]>;
}

export interface Embedder {
  /** Names the space of its vectors: only vectors of one model are compared. */
  model: string;
  /** Unit length. Null for a text that the model can say nothing about. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<(Float32Array | null)[]>;
}

export interface PageRequest {
  limit: number;
  /** Opaque; from the page before. */
  cursor?: string;
}

export interface MemoryChange {
  content?: string;
  tier?: Memory["tier"];
  tags?: string[];
  about?: string;
  priority?: number;
  decay_rate?: number;
  sticky?: boolean;
  scope?: Scope;
}

export interface MemoryStore {
  /** Inserts, or when the same words are there already refreshes that one; returns what is stored. */
  put(memory: Memory): Promise<Memory>;
  get(owner: string, ids: readonly string[]): Promise<Memory[]>;
  list(
    owner: string,
    filter: { scopes?: readonly Scope[]; tier?: Memory["tier"]; tag?: string; faded?: boolean },
    page: PageRequest,
  ): Promise<Memory[]>;
  sticky(owner: string, scopes: readonly Scope[]): Promise<Memory[]>;
  update(owner: string, id: string, change: MemoryChange, now: number): Promise<Memory | undefined>;
  remove(owner: string, ids: readonly string[]): Promise<number>;
  /** Access refreshes: their priority counts from now on. */
  touch(owner: string, ids: readonly string[], now: number): Promise<void>;
}

export interface StateEntry {
  key: string;
  value: string;
  updated_at: number;
}

export interface StateStore {
  set(owner: string, scope: Scope, key: string, value: string, now: number): Promise<void>;
  list(owner: string, scopes: readonly Scope[]): Promise<StateEntry[]>;
  remove(owner: string, scope: Scope, key: string): Promise<boolean>;
}

export interface FactStore {
  insert(fact: Fact): Promise<void>;
  /** Facts of the entity now believed; with `attribute` of that one only. Keys are normalised names. */
  current(owner: string, scopes: readonly Scope[], entity: string, attribute?: string): Promise<Fact[]>;
}

export type { Alias, Commitment, CommitmentStatus, Edge, Episode };
