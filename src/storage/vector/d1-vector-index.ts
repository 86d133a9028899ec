/**
 * Vectors in D1, used if no Vectorize index is bound: searches all of a conversation, or the buckets nearest
 * to the question.
 */
import type { Reach } from "../../memory/ports/index-port.ts";
import type { StoredVector, VectorHit, VectorIndex } from "../../memory/ports/vector-ports.ts";
import { cellOf, probes } from "../../memory/search/vector-hash.ts";
import { foldVector } from "./fold-vector.ts";
import { cosineWith, decodeVector, encodeVector } from "./vector-text.ts";
import type { VectorNotes } from "./vectorize-index.ts";

/** Vectors that one search reads: more would cost more than they find. */
const MOST = 2_000;
const CELLS = 40;
const ROWS_PER_STATEMENT = 250;

const PUT = `
INSERT INTO chunk_vectors (chunk_id, owner, source, model, cell, vector)
SELECT v.value->>'chunk_id', v.value->>'owner', v.value->>'source', ?2, v.value->>'cell', v.value->>'vector'
FROM json_each(?1) v WHERE EXISTS (SELECT 1 FROM chunks c WHERE c.id = v.value->>'chunk_id')
ON CONFLICT (chunk_id) DO UPDATE SET model = excluded.model, cell = excluded.cell, vector = excluded.vector`;

const BY_SOURCE = `
SELECT chunk_id, vector FROM chunk_vectors WHERE owner = ?1 AND model = ?2 AND source = ?3
ORDER BY chunk_id DESC LIMIT ?4`;

const BY_CELL = `
SELECT v.chunk_id, v.vector FROM json_each(?3) c CROSS JOIN chunk_vectors v
WHERE v.owner = ?1 AND v.model = ?2 AND v.cell = c.value LIMIT ?4`;

const COUNT =
  "SELECT COUNT(*) AS n FROM (SELECT 1 FROM chunk_vectors WHERE owner = ?1 AND model = ?2 LIMIT ?3)";
const ALL = "SELECT chunk_id, vector FROM chunk_vectors WHERE owner = ?1 AND model = ?2 LIMIT ?3";

interface Row {
  chunk_id: number;
  vector: string;
}

export class D1VectorIndex implements VectorIndex {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  space(model: string): string {
    return model;
  }

  async put(model: string, vectors: readonly StoredVector[]): Promise<void> {
    const rows = vectors.map(({ vector, ...place }) => {
      const short = foldVector(vector);
      return { ...place, cell: cellOf(short), vector: encodeVector(short) };
    });
    await putRows(this.db, model, rows);
  }

  // A trigger deletes them with their chunk.
  remove(): Promise<void> {
    return Promise.resolve();
  }

  async search(
    among: { model: string; reach: Reach },
    query: Float32Array,
    limit: number,
  ): Promise<VectorHit[]> {
    const short = foldVector(query);
    return nearest(await candidates(this.db, among, short), short, limit);
  }
}

interface VectorRow extends Omit<StoredVector, "vector"> {
  cell: number;
  vector: string;
}

async function putRows(db: D1Database, space: string, rows: readonly VectorRow[]): Promise<void> {
  const statements: D1PreparedStatement[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const json = JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT));
    statements.push(db.prepare(PUT).bind(json, space));
  }
  if (statements.length > 0) await db.batch(statements);
}

/**
 * For an index stored elsewhere: records which passages have a vector there. The record is deleted with its
 * passage.
 */
export class D1VectorNotes implements VectorNotes {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  async put(space: string, vectors: readonly StoredVector[]): Promise<void> {
    const rows = vectors.map(({ vector: _elsewhere, ...place }) => ({ ...place, cell: 0, vector: "" }));
    await putRows(this.db, space, rows);
  }
}

async function candidates(
  db: D1Database,
  { model, reach }: { model: string; reach: Reach },
  query: Float32Array,
): Promise<Row[]> {
  const { owner, source } = reach;
  if (source !== undefined) {
    return (await db.prepare(BY_SOURCE).bind(owner, model, source, MOST).all<Row>()).results;
  }
  const count = await db
    .prepare(COUNT)
    .bind(owner, model, MOST + 1)
    .first<{ n: number }>();
  if ((count?.n ?? 0) <= MOST) return (await db.prepare(ALL).bind(owner, model, MOST).all<Row>()).results;
  const cells = JSON.stringify(probes(query, CELLS));
  return (await db.prepare(BY_CELL).bind(owner, model, cells, MOST).all<Row>()).results;
}

function nearest(rows: readonly Row[], query: Float32Array, limit: number): VectorHit[] {
  return rows
    .map((row) => ({ chunk_id: row.chunk_id, score: cosineWith(query, decodeVector(row.vector)) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}
