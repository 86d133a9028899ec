/** Cache of embeddings in D1, by the hash of their text and the model that made them. */
import type { EmbeddingCache } from "../../../memory/ports/vector-ports.ts";
import { decodeVector, encodeVector } from "../../vector/vector-text.ts";

const PUT = `
INSERT OR IGNORE INTO embedding_cache (hash, model, vector, created_at)
SELECT e.value->>'hash', ?2, e.value->>'vector', ?3 FROM json_each(?1) e`;

const GET = `
SELECT hash, vector FROM embedding_cache WHERE model = ?1 AND hash IN (SELECT value FROM json_each(?2))`;

export class D1EmbeddingCache implements EmbeddingCache {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  async get(model: string, hashes: readonly string[]): Promise<Map<string, Float32Array>> {
    const statement = this.db.prepare(GET).bind(model, JSON.stringify(hashes));
    const { results } = await statement.all<{ hash: string; vector: string }>();
    return new Map(results.map(({ hash, vector }) => [hash, floatsOf(vector)]));
  }

  async put(model: string, entries: ReadonlyMap<string, Float32Array>, now: number): Promise<void> {
    const rows = [...entries].map(([hash, vector]) => ({ hash, vector: encodeVector(vector) }));
    if (rows.length > 0) await this.db.prepare(PUT).bind(JSON.stringify(rows), model, now).run();
  }
}

function floatsOf(text: string): Float32Array {
  return Float32Array.from(decodeVector(text), (value) => value / 127);
}
