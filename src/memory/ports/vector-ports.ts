/** Ports of embedding models and vector indexes. */

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
  /** Cosine similarity. */
  score: number;
}

/** A passage without a vector, and the message before it in its session. */
export interface UnembeddedPassage extends Passage {
  owner: string;
  before?: { speaker: string; text: string };
}

/** Finds passages without a vector. `space` names a model and the index of its vectors. */
export interface UnembeddedStore {
  among(
    space: string,
    keys: readonly { owner: string; source: string; key: string }[],
  ): Promise<UnembeddedPassage[]>;
  /**
   * For all owners, by id: scans `rows` passages after `id` and returns at most `limit`. `last` is the last
   * one scanned; absent at the end.
   */
  after(
    space: string,
    id: number,
    range: { rows: number; limit: number },
  ): Promise<{ passages: UnembeddedPassage[]; last?: number }>;
}

/** Vectors of one model; vectors of different models are never compared. */
export interface VectorIndex {
  /** Name under which D1 records which passages have a vector of this model here. */
  space(model: string): string;
  /** Skips vectors whose passage no longer exists. */
  put(model: string, vectors: readonly StoredVector[]): Promise<void>;
  remove(chunkIds: readonly number[]): Promise<void>;
  search(among: { model: string; reach: Reach }, query: Float32Array, limit: number): Promise<VectorHit[]>;
}

/** Cache of paid embeddings. */
export interface EmbeddingCache {
  get(model: string, hashes: readonly string[]): Promise<Map<string, Float32Array>>;
  put(model: string, entries: ReadonlyMap<string, Float32Array>, now: number): Promise<void>;
}

export interface Embedder {
  /** Names the vector space. */
  model: string;
  /** A unit-length vector for each text, in order. Throws when the model cannot be reached. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}
