/** The searchable index in D1. */

import type {
  ChunkStore,
  KeyedHit,
  KeywordMatches,
  KeywordQuery,
  MessageMatch,
  PhraseQuery,
  PhraseSearch,
  Question,
  Reach,
  ReadOptions,
  Span,
} from "../../../memory/ports/index-port.ts";
import type { ChunkDraft, Passage, Scope } from "../../../memory/ports/model.ts";
import type { SourceStage } from "../../../memory/ports/stores.ts";
import { extraQueryTokens } from "../../../memory/text/scripts.ts";
import { BY_KEYS, type ChunkRow, PASSAGE_CELL, PASSAGE_COLUMNS, passageIn, passageOf } from "./chunk-rows.ts";
import { find } from "./find.ts";
import { KnownPartitions } from "./known-partitions.ts";
import { MATCHED } from "./matched.ts";
import { PassageCache } from "./passage-cache.ts";
import { PlaceCache } from "./place-cache.ts";
import { replaceStatements } from "./put-chunks.ts";
import { note, scopesParameter, within } from "./reach.ts";
import { saidIn } from "./said-in.ts";
import { messagesSaying } from "./said-messages.ts";

// The words are parsed from their JSON once, not once per passage that contains them.
const SEARCH = `
WITH words AS MATERIALIZED (SELECT value->>'match' AS match, value->>'weight' AS weight FROM json_each(?3))
SELECT c.id, c.source, c.key, c.ordinal, c.kind, c.scope, found.score
FROM (${MATCHED}) found
CROSS JOIN chunks c WHERE c.id = found.id AND c.owner = ?1`;

// CROSS JOIN fixes the join order: otherwise SQLite would scan all of the owner's passages for each span.
const READ = `
SELECT ${PASSAGE_CELL} AS cell FROM json_each(?2) s CROSS JOIN chunks c
WHERE c.owner = ?1 AND c.source = s.value->>'source'
  AND c.ordinal BETWEEN CAST(s.value->>'from' AS INTEGER) AND CAST(s.value->>'to' AS INTEGER)`;

const AFTER = `
SELECT ${PASSAGE_COLUMNS} FROM chunks c
WHERE c.owner = ?1 AND c.source = ?2 AND c.ordinal > ?3 ORDER BY c.ordinal LIMIT ?4`;

const NOT_YET = `
SELECT ${PASSAGE_COLUMNS} FROM chunks c
WHERE c.owner = ?1 AND c.source = ?2 AND c.ordinal > COALESCE((SELECT s.last_ordinal FROM consolidation_state s
  WHERE s.owner = ?1 AND s.source = ?2 AND s.stage = ?3), -1) ORDER BY c.ordinal LIMIT ?4`;

const OF_SOURCES = `
SELECT ${PASSAGE_COLUMNS} FROM json_each(?2) s CROSS JOIN chunks c
WHERE c.owner = ?1 AND c.source = s.value ORDER BY s.key, c.ordinal LIMIT ?3`;

const TITLES = `
SELECT v.id, v.title FROM json_each(?2) s CROSS JOIN conversations v
WHERE v.id = s.value AND v.owner = ?1 AND v.title <> ''`;

interface Known {
  passages: PassageCache;
  places: PlaceCache;
  partitions: KnownPartitions;
}

/** Caches by database, shared by all searches of a process. */
const known = new WeakMap<D1Database, Known>();

export class D1ChunkStore implements ChunkStore {
  private readonly db: D1Database;
  private readonly caches: Known;

  constructor(db: D1Database) {
    this.db = db;
    this.caches = cachesOf(db);
  }

  put(drafts: readonly ChunkDraft[], now: number): Promise<void> {
    return this.caches.partitions.put(this.db, drafts, now);
  }

  async replaceFile(
    file: { owner: string; path: string; hash: string },
    drafts: readonly ChunkDraft[],
    now: number,
  ): Promise<number[]> {
    const results = await this.db.batch<{ id?: number }>(
      replaceStatements(this.db, { ...file, drafts }, now),
    );
    return (results[0]?.results ?? []).flatMap(({ id }) => id ?? []);
  }

  // Nothing to complete: passages have only text here.
  async complete(): Promise<void> {}

  async remove(owner: string, source: string, keys?: readonly string[]): Promise<number[]> {
    const only = keys === undefined ? "" : " AND key IN (SELECT value FROM json_each(?3))";
    const statement = this.db.prepare(
      `DELETE FROM chunks WHERE owner = ?1 AND source = ?2${only} RETURNING id`,
    );
    const bound = keys === undefined ? [] : [JSON.stringify(keys)];
    const { results } = await statement.bind(owner, source, ...bound).all<{ id: number }>();
    return results.map((row) => row.id);
  }

  locate(
    owner: string,
    wanted: { ids: readonly number[] } | { source: string; keys: readonly string[] },
  ): Promise<KeyedHit[]> {
    return locate(this.db, owner, wanted);
  }

  search(query: KeywordQuery): Promise<KeyedHit[]> {
    return search(this.db, query);
  }

  find(question: Question): Promise<KeywordMatches> {
    return find({ db: this.db, places: this.caches.places }, question);
  }

  mentions(reach: Reach, phrase: string): Promise<Passage[]> {
    return mentions(this.db, reach, phrase);
  }

  conversationsSaying(owner: string, said: PhraseQuery): Promise<string[]> {
    return saidIn(this.db, owner, said);
  }

  messagesSaying(query: PhraseSearch): Promise<MessageMatch[]> {
    return messagesSaying(this.db, query);
  }

  read(owner: string, spans: readonly Span[], options?: ReadOptions): Promise<Passage[]> {
    return readKnown({ db: this.db, ...this.caches }, { owner, ...options }, spans);
  }

  async after(
    { owner, source }: { owner: string; source: string },
    ordinal: number,
    limit: number,
  ): Promise<Passage[]> {
    const statement = this.db.prepare(AFTER).bind(owner, source, ordinal, limit);
    return (await statement.all<ChunkRow>()).results.map(passageOf);
  }

  async notYet({ owner, source, stage }: SourceStage, limit: number): Promise<Passage[]> {
    const statement = this.db.prepare(NOT_YET).bind(owner, source, stage, limit);
    return (await statement.all<ChunkRow>()).results.map(passageOf);
  }

  async ofSources(owner: string, sources: readonly string[], limit: number): Promise<Passage[]> {
    const statement = this.db.prepare(OF_SOURCES).bind(owner, JSON.stringify(sources), limit);
    return (await statement.all<ChunkRow>()).results.map(passageOf);
  }

  async titles(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const statement = this.db.prepare(TITLES).bind(owner, JSON.stringify(ids));
    const { results } = await statement.all<{ id: string; title: string }>();
    return new Map(results.map(({ id, title }) => [id, title]));
  }

  async scopes(owner: string): Promise<Scope[]> {
    const statement = this.db.prepare("SELECT scope FROM memory_partitions WHERE owner = ?1").bind(owner);
    return (await statement.all<{ scope: Scope }>()).results.map((row) => row.scope);
  }

  async sources(owner: string): Promise<string[]> {
    const statement = this.db.prepare("SELECT DISTINCT source FROM chunks WHERE owner = ?1").bind(owner);
    return (await statement.all<{ source: string }>()).results.map((row) => row.source);
  }

  async pruneEmbeddings(before: number): Promise<void> {
    await this.db.prepare("DELETE FROM embedding_cache WHERE created_at < ?1").bind(before).run();
  }

  async byKeys(owner: string, keys: readonly string[]): Promise<Passage[]> {
    const { results } = await this.db.prepare(BY_KEYS).bind(owner, JSON.stringify(keys)).all<ChunkRow>();
    return results.map(passageOf);
  }
}

function cachesOf(db: D1Database): Known {
  const caches = known.get(db) ?? {
    passages: new PassageCache(),
    places: new PlaceCache(),
    partitions: new KnownPartitions(),
  };
  known.set(db, caches);
  return caches;
}

async function locate(
  db: D1Database,
  owner: string,
  wanted: { ids: readonly number[] } | { source: string; keys: readonly string[] },
): Promise<KeyedHit[]> {
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
  return (await statement.all<KeyedHit>()).results;
}

async function search(db: D1Database, query: KeywordQuery): Promise<KeyedHit[]> {
  if (query.words.length === 0 || query.scopes.length === 0) return [];
  const words = query.words.map(({ word, weight }) => ({
    match: `${within(query)}{body terms} : "${word.replaceAll('"', "")}"`,
    weight,
  }));
  const { results, meta } = await db
    .prepare(SEARCH)
    .bind(query.owner, scopesParameter(query.scopes), JSON.stringify(words), query.limit)
    .all<KeyedHit>();
  note(query.meter, meta);
  return results;
}

const MENTIONS = `
SELECT ${PASSAGE_COLUMNS} FROM memory_partitions p CROSS JOIN chunks_fts f CROSS JOIN chunks c
WHERE p.owner = ?1 AND (?2 IS NULL OR p.scope IN (SELECT value FROM json_each(?2))) AND f.chunks_fts MATCH ?3
  AND f.rowid BETWEEN p.id * 4294967296 AND p.id * 4294967296 + 4294967295 AND c.id = f.rowid`;

async function mentions(db: D1Database, reach: Reach, phrase: string) {
  // In scripts without spaces the index holds pairs of characters, not words.
  const tokens = extraQueryTokens(phrase);
  const phrases = tokens.length > 0 ? tokens : [phrase.replaceAll('"', "")];
  const match = `{body terms} : (${phrases.map((each) => `"${each}"`).join(" AND ")})`;
  const statement = db.prepare(MENTIONS).bind(reach.owner, scopesParameter(reach.scopes), match);
  return (await statement.all<ChunkRow>()).results.map(passageOf);
}

interface Reading extends ReadOptions {
  owner: string;
}

/** Reads only passages that the cache does not have in their current state. */
async function readKnown(
  { db, passages, places }: Omit<Known, "partitions"> & { db: D1Database },
  reading: Reading,
  spans: readonly Span[],
): Promise<Passage[]> {
  const { state } = reading;
  if (state === undefined) return read(db, reading, spans);
  const { known: kept, missing } = passages.look(state, spans);
  const fresh = await read(db, reading, missing);
  passages.add(state, missing, fresh);
  places.add(state, fresh);
  return [...kept, ...fresh];
}

async function read(db: D1Database, { owner, meter }: Reading, spans: readonly Span[]): Promise<Passage[]> {
  if (spans.length === 0) return [];
  const { results, meta } = await db.prepare(READ).bind(owner, JSON.stringify(spans)).all<{ cell: string }>();
  note(meter, meta);
  return results.map(({ cell }) => passageIn(cell));
}
