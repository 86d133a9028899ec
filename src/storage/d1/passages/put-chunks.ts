/**
 * Inserts passages into D1. Many rows go in one statement as JSON: D1 takes at most 100 parameters, none
 * above 2 MB.
 */
import type { ChunkDraft } from "../../../memory/ports/model.ts";
import { insertRows } from "./chunk-rows.ts";

const ROWS_PER_STATEMENT = 250;
/** Up to three bytes each. */
const CHARACTERS_PER_STATEMENT = 600_000;

// Edit counts start at a random number, so that a process never takes its cache of one database for that of
// another one in its place.
const PARTITIONS = `
INSERT OR IGNORE INTO memory_partitions (owner, scope, edits)
SELECT owner, scope, abs(random() % 1000000000) FROM (
  SELECT DISTINCT v.value->>'owner' AS owner, v.value->>'scope' AS scope FROM json_each(?1) v)`;

// A position that extraction has passed is not reused after its turn was forgotten: a new turn there would
// never be extracted.
const INSERT = `
INSERT INTO chunks (id, owner, scope, kind, source, key, session, ordinal, speaker, role, agent, said_at, text, hash,
  line_start, line_end, terms, places, trust, created_at)
SELECT v.key + 1 + COALESCE((SELECT MAX(c.id) FROM chunks c
    WHERE c.id BETWEEN p.id * 4294967296 AND p.id * 4294967296 + 4294967295), p.id * 4294967296),
  p.owner, p.scope, v.value->>'kind', v.value->>'source', v.value->>'key', v.value->>'session',
  COALESCE(v.value->>'ordinal', MAX(
    (SELECT COALESCE(MAX(c.ordinal), -1) FROM chunks c
      WHERE c.owner = p.owner AND c.source = v.value->>'source'),
    (SELECT COALESCE(MAX(s.last_ordinal), -1) FROM consolidation_state s
      WHERE s.owner = p.owner AND s.source = v.value->>'source')) + 1 + (v.value->>'offset')),
  v.value->>'speaker', v.value->>'role', v.value->>'agent', v.value->>'said_at', v.value->>'text',
  v.value->>'hash', v.value->>'line_start', v.value->>'line_end', v.value->>'terms', v.value->>'places',
  v.value->>'trust', v.value->>'created_at'
FROM json_each(?1) v CROSS JOIN memory_partitions p
WHERE p.owner = v.value->>'owner' AND p.scope = v.value->>'scope'
ON CONFLICT (owner, source, key) DO UPDATE SET
  speaker = excluded.speaker, said_at = excluded.said_at, text = excluded.text, hash = excluded.hash,
  line_start = excluded.line_start, line_end = excluded.line_end, terms = excluded.terms, trust = excluded.trust
WHERE chunks.hash <> excluded.hash`;

const MARK = `
INSERT INTO consolidation_file_hashes (owner, path, stage, hash, updated_at) VALUES (?1, ?2, 'index', ?3, ?4)
ON CONFLICT (owner, path, stage) DO UPDATE SET hash = excluded.hash, updated_at = excluded.updated_at`;

export function putStatements(
  db: D1Database,
  drafts: readonly ChunkDraft[],
  now: number,
): D1PreparedStatement[] {
  const each = (json: string) => [db.prepare(PARTITIONS).bind(json), db.prepare(INSERT).bind(json)];
  return groupsAsJson(drafts, now).flatMap(each);
}

/** Statements for partitions that exist; rows of a missing partition are left out. */
export function addStatements(
  db: D1Database,
  drafts: readonly ChunkDraft[],
  now: number,
): D1PreparedStatement[] {
  return groupsAsJson(drafts, now).map((json) => db.prepare(INSERT).bind(json));
}

function groupsAsJson(drafts: readonly ChunkDraft[], now: number): string[] {
  const groups: string[] = [];
  for (let start = 0; start < drafts.length; start += ROWS_PER_STATEMENT)
    groups.push(...rowsAsJson(drafts.slice(start, start + ROWS_PER_STATEMENT), now));
  return groups;
}

/** Halves a list that is too long for one statement: the length of rows is known only once they are built. */
function rowsAsJson(drafts: readonly ChunkDraft[], now: number): string[] {
  const json = JSON.stringify(insertRows(drafts, now));
  if (json.length <= CHARACTERS_PER_STATEMENT || drafts.length === 1) return [json];
  const half = Math.ceil(drafts.length / 2);
  return [...rowsAsJson(drafts.slice(0, half), now), ...rowsAsJson(drafts.slice(half), now)];
}

/**
 * The first statement returns the ids of the old passages. Run as one batch, so a file is never found half
 * old and half new.
 */
export function replaceStatements(
  db: D1Database,
  { owner, path, hash, drafts }: { owner: string; path: string; hash: string; drafts: readonly ChunkDraft[] },
  now: number,
): D1PreparedStatement[] {
  return [
    db.prepare("DELETE FROM chunks WHERE owner = ?1 AND source = ?2 RETURNING id").bind(owner, path),
    ...putStatements(db, drafts, now),
    db.prepare(MARK).bind(owner, path, hash, now),
  ];
}
