/**
 * Passages without a vector, in D1. Each stored vector has a row there, wherever the vector itself is stored.
 */
import type { UnembeddedPassage, UnembeddedStore } from "../../../memory/ports/vector-ports.ts";
import { type ChunkRow, PASSAGE_COLUMNS, passageOf } from "./chunk-rows.ts";

interface Row extends ChunkRow {
  owner: string;
  before_session: string | null;
  before_speaker: string | null;
  before_text: string | null;
}

interface Last {
  last: number | null;
}

const COLUMNS = `${PASSAGE_COLUMNS}, c.owner,
  b.session AS before_session, b.speaker AS before_speaker, b.text AS before_text`;
const BEFORE = `LEFT JOIN chunks b ON b.owner = c.owner AND b.source = c.source AND b.ordinal = c.ordinal - 1
    AND c.kind = 'turn'`;
const LACKS = "NOT EXISTS (SELECT 1 FROM chunk_vectors v WHERE v.chunk_id = c.id AND v.model = ?1)";

const AMONG = `
SELECT ${COLUMNS} FROM json_each(?2) k CROSS JOIN chunks c ${BEFORE}
WHERE c.owner = k.value->>'owner' AND c.source = k.value->>'source' AND c.key = k.value->>'key' AND ${LACKS}`;

// Rows are limited before the check for missing vectors, so that no statement scans the whole table.
const AFTER = `
SELECT ${COLUMNS} FROM (SELECT id FROM chunks WHERE id > ?2 ORDER BY id LIMIT ?3) o
CROSS JOIN chunks c ${BEFORE} WHERE c.id = o.id AND ${LACKS} ORDER BY c.id LIMIT ?4`;

const LAST = "SELECT MAX(id) AS last FROM (SELECT id FROM chunks WHERE id > ?1 ORDER BY id LIMIT ?2)";

export class D1UnembeddedStore implements UnembeddedStore {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  async among(
    space: string,
    keys: readonly { owner: string; source: string; key: string }[],
  ): Promise<UnembeddedPassage[]> {
    const wanted = keys.map(({ owner, source, key }) => ({ owner, source, key }));
    const { results } = await this.db.prepare(AMONG).bind(space, JSON.stringify(wanted)).all<Row>();
    return results.map(unembeddedOf);
  }

  async after(
    space: string,
    id: number,
    { rows, limit }: { rows: number; limit: number },
  ): Promise<{ passages: UnembeddedPassage[]; last?: number }> {
    const [lacking, looked] = await this.db.batch<Row | Last>([
      this.db.prepare(AFTER).bind(space, id, rows, limit),
      this.db.prepare(LAST).bind(id, rows),
    ]);
    const passages = ((lacking?.results ?? []) as Row[]).map(unembeddedOf);
    const [end] = (looked?.results ?? []) as Last[];
    const last = passages.length < limit ? end?.last : passages.at(-1)?.id;
    return { passages, ...(last == null ? {} : { last }) };
  }
}

function unembeddedOf(row: Row): UnembeddedPassage {
  const { before_session, before_speaker, before_text } = row;
  return {
    ...passageOf(row),
    owner: row.owner,
    ...(before_text === null || before_session !== row.session
      ? {}
      : { before: { speaker: before_speaker ?? "", text: before_text } }),
  };
}
