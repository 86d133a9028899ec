/** The searchable index in D1. */

import type { Scope } from "../../../memory/model.ts";
import type {
  ChunkStore,
  Frequencies,
  KeywordHit,
  KeywordQuery,
  Meter,
  Reach,
  Span,
} from "../../../memory/ports.ts";
import { extraQueryTokens } from "../../../memory/text/scripts.ts";
import { type ChunkRow, kindToken, PASSAGE_COLUMNS, passageOf, placeToken } from "./chunk-rows.ts";
import { putStatements, replaceStatements } from "./put-chunks.ts";
import { saidIn } from "./said-in.ts";

// Not FTS5's bm25(): it walks the postings of every owner for each word, and the whole of them for each search.
// The words are taken out of their JSON once, not once for each passage they stand in.
const SEARCH = `
WITH words AS MATERIALIZED (SELECT value->>'match' AS match, value->>'weight' AS weight FROM json_each(?3))
SELECT c.id, c.source, c.key, c.ordinal, c.kind, c.scope, found.score
FROM (SELECT f.rowid AS id, SUM(w.weight) AS score
  FROM memory_partitions p CROSS JOIN words w CROSS JOIN chunks_fts f
  WHERE p.owner = ?1 AND p.scope IN (SELECT value FROM json_each(?2))
    AND f.chunks_fts MATCH w.match
    AND f.rowid BETWEEN p.id * 4294967296 AND p.id * 4294967296 + 4294967295
  GROUP BY f.rowid ORDER BY score DESC, f.rowid DESC LIMIT ?4) found
CROSS JOIN chunks c WHERE c.id = found.id AND c.owner = ?1`;

const OWNED = `
SELECT COALESCE(SUM(COALESCE((SELECT MAX(c.id) FROM chunks c
  WHERE c.id BETWEEN p.id * 4294967296 AND p.id * 4294967296 + 4294967295), p.id * 4294967296) - p.id * 4294967296), 0)
  AS owned FROM memory_partitions p WHERE p.owner = ?1`;

// CROSS JOIN fixes the order: by itself SQLite would walk all of the owner's passages for each span.
const READ = `
SELECT ${PASSAGE_COLUMNS} FROM json_each(?2) s CROSS JOIN chunks c
WHERE c.owner = ?1 AND c.source = s.value->>'source'
  AND c.ordinal BETWEEN CAST(s.value->>'from' AS INTEGER) AND CAST(s.value->>'to' AS INTEGER)`;

export function createChunkStore(db: D1Database): ChunkStore {
  return {
    async put(drafts, now) {
      const statements = putStatements(db, drafts, now);
      if (statements.length > 0) await db.batch(statements);
    },
    async replaceFile(file, drafts, now) {
      const results = await db.batch<{ id?: number }>(replaceStatements(db, file, drafts, now));
      return (results[0]?.results ?? []).flatMap(({ id }) => id ?? []);
    },
    async remove(owner, source, keys) {
      const only = keys === undefined ? "" : " AND key IN (SELECT value FROM json_each(?3))";
      const statement = db.prepare(`DELETE FROM chunks WHERE owner = ?1 AND source = ?2${only} RETURNING id`);
      const bound = keys === undefined ? [] : [JSON.stringify(keys)];
      const { results } = await statement.bind(owner, source, ...bound).all<{ id: number }>();
      return results.map((row) => row.id);
    },
    locate: (owner, wanted) => locate(db, owner, wanted),
    search: (query) => search(db, query),
    frequencies: (owner, stems, meter) => frequencies(db, { owner, meter }, stems),
    mentions: (reach, phrase) => mentions(db, reach, phrase),
    saidIn: (owner, said) => saidIn(db, owner, said),
    read: (owner, spans, meter) => read(db, { owner, meter }, spans),
    async scopes(owner) {
      const statement = db.prepare("SELECT scope FROM memory_partitions WHERE owner = ?1").bind(owner);
      return (await statement.all<{ scope: Scope }>()).results.map((row) => row.scope);
    },
    async pruneEmbeddings(before) {
      await db.prepare("DELETE FROM embedding_cache WHERE created_at < ?1").bind(before).run();
    },
    async byKeys(owner, keys) {
      const statement = db.prepare(
        `SELECT ${PASSAGE_COLUMNS} FROM chunks c WHERE c.owner = ?1 AND c.key IN (SELECT value FROM json_each(?2))`,
      );
      const { results } = await statement.bind(owner, JSON.stringify(keys)).all<ChunkRow>();
      return results.map(passageOf);
    },
  };
}

async function locate(
  db: D1Database,
  owner: string,
  wanted: { ids: readonly number[] } | { source: string; keys: readonly string[] },
): Promise<KeywordHit[]> {
  const columns = "id, source, key, ordinal, kind, scope, 0 AS score";
  const statement =
    "ids" in wanted
      ? db
          .prepare(
            `SELECT ${columns} FROM chunks WHERE owner = ?1 AND id IN (SELECT value FROM json_each(?2))`,
          )
          .bind(owner, JSON.stringify(wanted.ids))
      : db
          .prepare(
            `SELECT ${columns} FROM chunks WHERE owner = ?1 AND source = ?2 AND key IN (SELECT value FROM json_each(?3))`,
          )
          .bind(owner, wanted.source, JSON.stringify(wanted.keys));
  return (await statement.all<KeywordHit>()).results;
}

async function search(db: D1Database, query: KeywordQuery): Promise<KeywordHit[]> {
  if (query.words.length === 0 || query.scopes.length === 0) return [];
  const within = placesOf(query);
  const words = query.words.map(({ word, weight }) => ({
    match: `${within}{body terms} : "${word.replaceAll('"', "")}"`,
    weight,
  }));
  const { results, meta } = await db
    .prepare(SEARCH)
    .bind(query.owner, JSON.stringify(query.scopes), JSON.stringify(words), query.limit)
    .all<KeywordHit>();
  note(query.meter, meta);
  return results;
}

function placesOf({ owner, source, kinds }: Reach): string {
  const here = source === undefined ? "" : `places : "${placeToken(owner, source)}" AND `;
  const only = (kinds ?? []).map((kind) => `"${kindToken(kind)}"`).join(" OR ");
  return only === "" ? here : `${here}places : (${only}) AND `;
}

const MENTIONS = `
SELECT ${PASSAGE_COLUMNS} FROM memory_partitions p CROSS JOIN chunks_fts f CROSS JOIN chunks c
WHERE p.owner = ?1 AND p.scope IN (SELECT value FROM json_each(?2)) AND f.chunks_fts MATCH ?3
  AND f.rowid BETWEEN p.id * 4294967296 AND p.id * 4294967296 + 4294967295 AND c.id = f.rowid`;

async function mentions(db: D1Database, reach: Reach, phrase: string) {
  // In a script without spaces the index knows pairs of characters, not words.
  const tokens = extraQueryTokens(phrase);
  const phrases = tokens.length > 0 ? tokens : [phrase.replaceAll('"', "")];
  const match = `{body terms} : (${phrases.map((each) => `"${each}"`).join(" AND ")})`;
  const statement = db.prepare(MENTIONS).bind(reach.owner, JSON.stringify(reach.scopes), match);
  return (await statement.all<ChunkRow>()).results.map(passageOf);
}

async function frequencies(
  db: D1Database,
  { owner, meter }: { owner: string; meter: Meter | undefined },
  stems: readonly string[],
): Promise<Frequencies> {
  const [counted, averages, owned] = await db.batch<{
    term: string;
    doc: number;
    block: ArrayLike<number>;
    owned: number;
  }>([
    db
      .prepare("SELECT term, doc FROM chunks_vocabulary WHERE term IN (SELECT value FROM json_each(?1))")
      .bind(JSON.stringify(stems)),
    db.prepare("SELECT block FROM chunks_fts_data WHERE id = 1"),
    db.prepare(OWNED).bind(owner),
  ]);
  for (const result of [counted, averages, owned]) note(meter, result?.meta);
  return {
    counts: new Map((counted?.results ?? []).map((row) => [row.term, row.doc])),
    total: leadingNumber(averages?.results[0]?.block ?? []),
    owned: owned?.results[0]?.owned ?? 0,
  };
}

/** FTS5 keeps the number of its rows first in its record of averages, seven bits a byte: to count them would take long. */
function leadingNumber(bytes: ArrayLike<number>): number {
  let value = 0;
  for (let index = 0; index < Math.min(bytes.length, 6); index++) {
    const byte = bytes[index] ?? 0;
    value = value * 128 + (byte & 127);
    if (byte < 128) break;
  }
  return value;
}

async function read(
  db: D1Database,
  { owner, meter }: { owner: string; meter: Meter | undefined },
  spans: readonly Span[],
) {
  if (spans.length === 0) return [];
  const { results, meta } = await db.prepare(READ).bind(owner, JSON.stringify(spans)).all<ChunkRow>();
  note(meter, meta);
  return results.map(passageOf);
}

function note(meter: Meter | undefined, meta: D1Meta | undefined): void {
  if (meter !== undefined) meter.rows_read += meta?.rows_read ?? 0;
}
