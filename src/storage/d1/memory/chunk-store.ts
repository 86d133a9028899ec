/** The searchable index in D1. Many rows go in one statement as JSON: D1 takes 100 parameters, not more. */
import type { ChunkEntry, ChunkStore, KeywordHit, KeywordQuery, Span } from "../../../memory/ports.ts";
import { type ChunkRow, insertRows, PASSAGE_COLUMNS, passageOf } from "./chunk-rows.ts";
import { placeMatch } from "./places.ts";
import { vectorStatements } from "./vector-rows.ts";

const ROWS_PER_STATEMENT = 250;

const INSERT = `
INSERT INTO chunks (owner, scope, kind, source, key, session, ordinal, speaker, role, agent, said_at, text, hash,
  line_start, line_end, terms, places, created_at)
SELECT v.value->>'owner', v.value->>'scope', v.value->>'kind', v.value->>'source', v.value->>'key',
  v.value->>'session',
  COALESCE(v.value->>'ordinal', (SELECT COALESCE(MAX(c.ordinal), -1) + 1 FROM chunks c
    WHERE c.owner = v.value->>'owner' AND c.source = v.value->>'source') + (v.value->>'offset')),
  v.value->>'speaker', v.value->>'role', v.value->>'agent', v.value->>'said_at', v.value->>'text',
  v.value->>'hash', v.value->>'line_start', v.value->>'line_end', v.value->>'terms', v.value->>'places',
  v.value->>'created_at'
FROM json_each(?1) v WHERE true
ON CONFLICT (owner, source, key) DO UPDATE SET
  scope = excluded.scope, speaker = excluded.speaker, said_at = excluded.said_at, text = excluded.text,
  hash = excluded.hash, line_start = excluded.line_start, line_end = excluded.line_end,
  terms = excluded.terms, places = excluded.places
WHERE chunks.hash <> excluded.hash`;

const SEARCH = `
SELECT ${PASSAGE_COLUMNS}, -f.score AS score
FROM (SELECT rowid AS id, bm25(chunks_fts, 2.0, 0.6, 0.0) AS score FROM chunks_fts
  WHERE chunks_fts MATCH ?1 ORDER BY score LIMIT ?2) f
JOIN chunks c ON c.id = f.id
WHERE c.owner = ?3 ORDER BY f.score`;

// CROSS JOIN fixes the order: by itself SQLite would walk all of the owner's passages for each span.
const READ = `
SELECT ${PASSAGE_COLUMNS} FROM json_each(?2) s CROSS JOIN chunks c
WHERE c.owner = ?1 AND c.source = s.value->>'source'
  AND c.ordinal BETWEEN CAST(s.value->>'from' AS INTEGER) AND CAST(s.value->>'to' AS INTEGER)`;

export function createChunkStore(db: D1Database): ChunkStore {
  return {
    async put(entries, now) {
      const statements = putStatements(db, entries, now);
      if (statements.length > 0) await db.batch(statements);
    },
    async remove(owner, source, keys) {
      const only = keys === undefined ? "" : " AND key IN (SELECT value FROM json_each(?3))";
      const statement = db.prepare(`DELETE FROM chunks WHERE owner = ?1 AND source = ?2${only} RETURNING id`);
      const bound = keys === undefined ? [] : [JSON.stringify(keys)];
      const { results } = await statement.bind(owner, source, ...bound).all();
      return results.length;
    },
    search: (query) => search(db, query),
    frequencies: (stems) => frequencies(db, stems),
    read: (owner, spans) => read(db, owner, spans),
    async byKeys(owner, keys) {
      const statement = db.prepare(
        `SELECT ${PASSAGE_COLUMNS} FROM chunks c WHERE c.owner = ?1 AND c.key IN (SELECT value FROM json_each(?2))`,
      );
      const { results } = await statement.bind(owner, JSON.stringify(keys)).all<ChunkRow>();
      return results.map(passageOf);
    },
  };
}

/** For a caller that has other writes for the same batch. */
export function putStatements(
  db: D1Database,
  entries: readonly ChunkEntry[],
  now: number,
): D1PreparedStatement[] {
  const statements: D1PreparedStatement[] = [];
  for (let start = 0; start < entries.length; start += ROWS_PER_STATEMENT) {
    const part = entries.slice(start, start + ROWS_PER_STATEMENT);
    const rows = insertRows(
      part.map((entry) => entry.draft),
      now,
    );
    statements.push(db.prepare(INSERT).bind(JSON.stringify(rows)), ...vectorStatements(db, part));
  }
  return statements;
}

async function search(db: D1Database, query: KeywordQuery): Promise<KeywordHit[]> {
  if (query.words.length === 0 || query.scopes.length === 0) return [];
  const any = query.words.map((word) => `"${word.replaceAll('"', "")}"`).join(" OR ");
  const match = `${placeMatch(query)} AND {body terms} : (${any})`;
  const { results } = await db
    .prepare(SEARCH)
    .bind(match, query.limit, query.owner)
    .all<ChunkRow & { score: number }>();
  const hits = results.map((row) => ({ passage: passageOf(row), score: row.score }));
  return query.kinds === undefined ? hits : hits.filter((hit) => query.kinds?.includes(hit.passage.kind));
}

async function frequencies(db: D1Database, stems: readonly string[]) {
  const [counted, last] = await db.batch<{ term: string; doc: number; total: number }>([
    db
      .prepare("SELECT term, doc FROM chunks_vocabulary WHERE term IN (SELECT value FROM json_each(?1))")
      .bind(JSON.stringify(stems)),
    db.prepare("SELECT COALESCE(MAX(id), 0) AS total FROM chunks"),
  ]);
  return {
    counts: new Map((counted?.results ?? []).map((row) => [row.term, row.doc])),
    total: last?.results[0]?.total ?? 0,
  };
}

async function read(db: D1Database, owner: string, spans: readonly Span[]) {
  if (spans.length === 0) return [];
  const { results } = await db.prepare(READ).bind(owner, JSON.stringify(spans)).all<ChunkRow>();
  return results.map(passageOf);
}
