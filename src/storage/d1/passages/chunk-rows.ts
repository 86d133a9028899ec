/** Maps chunks to rows and back. */
import type { Trust } from "../../../domain/trust.ts";
import type { ChunkDraft, ChunkKind, Passage, Scope } from "../../../memory/ports/model.ts";
import { dateWords } from "../../../memory/text/dates.ts";
import { hashText } from "../../../memory/text/hash.ts";
import { extraTokens } from "../../../memory/text/scripts.ts";

export interface ChunkRow {
  id: number;
  scope: string;
  kind: string;
  source: string;
  key: string;
  session: string;
  ordinal: number;
  speaker: string;
  role: string;
  agent: string;
  said_at: number | null;
  text: string;
  line_start: number | null;
  line_end: number | null;
  trust: string;
}

export const PASSAGE_COLUMNS =
  "c.id, c.scope, c.kind, c.source, c.key, c.session, c.ordinal, c.speaker, c.role, c.agent, c.said_at, c.text, c.line_start, c.line_end, c.trust";

/** All columns as one cell: D1 transfers each cell separately, and a search reads hundreds of passages. */
export const PASSAGE_CELL = `JSON_ARRAY(${PASSAGE_COLUMNS})`;

/** Passages with one of these ids or line ranges, in any source. */
export const BY_KEYS = `
SELECT ${PASSAGE_COLUMNS} FROM chunks c WHERE c.owner = ?1 AND c.key IN (SELECT value FROM json_each(?2))`;

export function passageOf(row: ChunkRow): Passage {
  return {
    id: row.id,
    scope: row.scope as Scope,
    kind: row.kind as ChunkKind,
    source: row.source,
    key: row.key,
    session: row.session,
    ordinal: row.ordinal,
    speaker: row.speaker,
    role: row.role,
    agent: row.agent,
    text: row.text,
    trust: row.trust as Trust,
    ...(row.said_at === null ? {} : { said_at: row.said_at }),
    ...(row.line_start === null || row.line_end === null
      ? {}
      : { lines: { start: row.line_start, end: row.line_end } }),
  };
}

type Cells = [
  id: number,
  scope: string,
  kind: string,
  source: string,
  key: string,
  session: string,
  ordinal: number,
  speaker: string,
  role: string,
  agent: string,
  said_at: number | null,
  text: string,
  line_start: number | null,
  line_end: number | null,
  trust: string,
];

/** Parses a `PASSAGE_CELL`: the database itself wrote it, in column order. */
export function passageIn(cell: string): Passage {
  const [id, scope, kind, source, key, session, ordinal, ...rest] = JSON.parse(cell) as Cells;
  const [speaker, role, agent, said_at, text, line_start, line_end, trust] = rest;
  const place = { id, scope, kind, source, key, session, ordinal };
  return passageOf({ ...place, speaker, role, agent, said_at, text, line_start, line_end, trust });
}

/**
 * JSON for one statement that inserts many. `offset` is the number of chunks of the same source before it.
 */
export function insertRows(drafts: readonly ChunkDraft[], now: number): Record<string, unknown>[] {
  const seen = new Map<string, number>();
  return drafts.map((draft) => {
    const source = `${draft.owner}\u0000${draft.source}`;
    const offset = seen.get(source) ?? 0;
    seen.set(source, offset + 1);
    return insertRow(draft, offset, now);
  });
}

function insertRow(draft: ChunkDraft, offset: number, now: number): Record<string, unknown> {
  const text = storable(draft.text);
  const speaker = storable(draft.speaker);
  const terms = [draft.said_at === undefined ? "" : dateWords(draft.said_at), ...extraTokens(text)];
  return {
    owner: draft.owner,
    scope: draft.scope,
    kind: draft.kind,
    source: storable(draft.source),
    key: storable(draft.key),
    session: storable(draft.session),
    ordinal: draft.ordinal ?? null,
    offset,
    speaker,
    role: draft.role,
    agent: draft.agent,
    said_at: draft.said_at ?? null,
    text,
    hash: hashText(
      `${speaker}\u0000${text}\u0000${draft.said_at ?? ""}\u0000${draft.scope}${outside(draft)}`,
    ),
    line_start: draft.lines?.start ?? null,
    line_end: draft.lines?.end ?? null,
    terms: terms.join(" ").trim(),
    trust: draft.trust,
    places: `${placeToken(draft.owner, draft.source)} ${kindToken(draft.kind)}`,
    created_at: now,
  };
}

/**
 * Part of the hash, so that a passage whose trust changes is written again. Trusted passages keep the hash
 * they had before trust was recorded.
 */
function outside({ trust }: ChunkDraft): string {
  return trust === "untrusted" ? "\u0000untrusted" : "";
}

/** A token that confines a full-text query to one source. Its last digit protects it from the stemmer. */
export function placeToken(owner: string, source: string): string {
  return `c${hashText(`${owner}\u0000${storable(source)}`)}0`;
}

export function kindToken(kind: ChunkKind): string {
  return `k${kind}0`;
}

/** SQLite stores neither half a surrogate pair nor text after a zero character. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "");
}
