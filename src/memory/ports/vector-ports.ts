/** What memory needs of models that embed and of the places where vectors lie. */

import type { Reach } from "./index-port.ts";
import type { Passage } from "./model.ts";

export interface StoredVector {
  chunk_id: number;
  owner: string;
  source: string;
  /** Unit length. */
  vector: Float32Array;
}

export interface VectorHit {
  chunk_id: number;
  /** Cosine. */
  score: number;
}

/** A passage without a vector, and what was said before it in its session. */
export interface Unembedded extends Passage {
  owner: string;
  before?: { speaker: string; text: string };
}

/** What lacks a vector. `space` names a model and the place where its vectors lie. */
export interface UnembeddedStore {
  among(
    space: string,
    keys: readonly { owner: string; source: string; key: string }[],
  ): Promise<Unembedded[]>;
  /** Of all owners, in the order of their ids: looks at `rows` passages beyond `id` and gives at most `limit`. `last` is how far it came; absent at the end. */
  after(
    space: string,
    id: number,
    range: { rows: number; limit: number },
  ): Promise<{ passages: Unembedded[]; last?: number }>;
}

/** Vectors of one model; those of another are never compared with them. */
export interface VectorIndex {
  /** The name under which D1 knows which passages have their vector of this model here. */
  space(model: string): string;
  /** What has no passage any more is left out. */
  put(model: string, vectors: readonly StoredVector[]): Promise<void>;
  remove(chunkIds: readonly number[]): Promise<void>;
  search(among: { model: string; reach: Reach }, query: Float32Array, limit: number): Promise<VectorHit[]>;
}

/** Embeddings that were paid for once. */
export interface EmbeddingCache {
  get(model: string, hashes: readonly string[]): Promise<Map<string, Float32Array>>;
  put(model: string, entries: ReadonlyMap<string, Float32Array>, now: number): Promise<void>;
}

export interface Embedder {
  /** Names the space of its vectors. */
  model: string;
  /** One of unit length for each text, in order. Throws when the model cannot be reached. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}
