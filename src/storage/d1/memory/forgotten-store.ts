/**
 * Forgotten items in D1: a row becomes a tombstone that holds it whole, and can be restored from it. Columns
 * are stored by name, so that a tombstone survives a migration that adds one.
 */
import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Trust } from "../../../domain/trust.ts";
import type {
  Burial,
  ForgottenItem,
  ForgottenKind,
  ForgottenStore,
  RestoredItem,
} from "../../../memory/ports/forgotten.ts";
import type { ChunkDraft, ChunkKind, Scope } from "../../../memory/ports/model.ts";
import type { PageRequest } from "../../../memory/ports/stores.ts";
import {
  commitments,
  entityAliases,
  episodes,
  facts,
  memories,
  memoryEdges,
  memoryState,
  wishes,
} from "../schema/memory/memory.ts";
import { chunks } from "../schema/memory/passages.ts";

interface Kind {
  name: string;
  table: SQLiteTable;
  /** SQL: identifies a row within its kind and owner. */
  item: string;
  /** SQL: the row's text for people. */
  text: string;
  /** SQL: whether `?2`, a JSON array of items, names the row. */
  named: string;
}

/** In the form of `itemOf`. */
const joined = (...columns: string[]) => columns.join(" || char(31) || ");
const among = (item: string) => `${item} IN (SELECT value FROM json_each(?2))`;
const kind = (name: string, table: SQLiteTable, { item = "id", text = "" }): Kind => ({
  name,
  table,
  item,
  text,
  named: among(item),
});

const EDGE =
  "coalesce(nullif(source_name, ''), source_id) || ' ' || relation || ' ' || coalesce(nullif(target_name, ''), target_id)";

const KINDS: Record<ForgottenKind, Kind> = {
  memory: kind("memories", memories, { text: "content" }),
  fact: kind("facts", facts, { text: "entity || ', ' || attribute || ': ' || value" }),
  episode: kind("episodes", episodes, { text: "summary" }),
  commitment: kind("commitments", commitments, { text: "what" }),
  wish: kind("wishes", wishes, { text: "content" }),
  state: kind("memory_state", memoryState, {
    item: joined("scope", "key", "trust"),
    text: "key || ': ' || value",
  }),
  alias: kind("entity_aliases", entityAliases, {
    item: joined("alias_key", "trust"),
    text: "alias || ' is ' || entity",
  }),
  edge: {
    ...kind("memory_edges", memoryEdges, {
      item: joined("source_id", "relation", "target_id"),
      text: EDGE,
    }),
    named: `(${among("source_id")} OR ${among("target_id")})`,
  },
  relation: kind("memory_edges", memoryEdges, { text: EDGE }),
  passage: kind("chunks", chunks, { item: joined("source", "key"), text: "text" }),
};

/** Condition on an edge's tombstone: it names one of these nodes. */
const TOUCHING = "EXISTS (SELECT 1 FROM json_each(?2) n WHERE instr(item, n.value) > 0)";

/** D1's limit of parameters in one statement. */
const AT_ONCE = 80;

export class D1ForgottenStore implements ForgottenStore {
  private readonly db: D1Database;
  private readonly id: () => string;

  constructor(db: D1Database, id: () => string) {
    this.db = db;
    this.id = id;
  }

  bury(burial: Burial, now: number): Promise<number> {
    return bury(this.db, burial, { now, id: this.id });
  }

  async list(owner: string, { limit, cursor }: PageRequest): Promise<ForgottenItem[]> {
    const [at, last] = cursor?.split("~") ?? [];
    const statement = this.db
      .prepare(
        `SELECT id, kind, text, forgotten_at FROM forgotten WHERE owner = ?1 AND kind <> 'edge'
           AND (?2 IS NULL OR forgotten_at < ?2 OR (forgotten_at = ?2 AND id < ?3))
           ORDER BY forgotten_at DESC, id DESC LIMIT ?4`,
      )
      .bind(owner, at === undefined ? null : Number(at), last ?? "", limit);
    return (await statement.all<ForgottenItem>()).results;
  }

  unearth(owner: string, ids: readonly string[]): Promise<RestoredItem[]> {
    return unearth(this.db, owner, ids);
  }

  async drop(owner: string, ids: readonly string[]): Promise<number> {
    const statement = "DELETE FROM forgotten WHERE owner = ?1 AND id IN (SELECT value FROM json_each(?2))";
    return (await this.db.prepare(statement).bind(owner, JSON.stringify(ids)).run()).meta.changes;
  }

  async dropLearntFrom(owner: string, message_id: string): Promise<number> {
    const statement = "DELETE FROM forgotten WHERE owner = ?1 AND instr(row, ?2) > 0";
    return (await this.db.prepare(statement).bind(owner, JSON.stringify(message_id)).run()).meta.changes;
  }

  async prune(before: number): Promise<number> {
    return (await this.db.prepare("DELETE FROM forgotten WHERE forgotten_at < ?1").bind(before).run()).meta
      .changes;
  }
}

async function bury(
  db: D1Database,
  { owner, kind: of, items, isFinal }: Burial,
  { now, id }: { now: number; id(): string },
): Promise<number> {
  if (items.length === 0) return 0;
  const { name, item, text, named, table } = KINDS[of];
  const columns = columnsOf(table);
  const json = JSON.stringify(items);
  const where = `FROM ${name} WHERE owner = ?1 AND ${named}`;
  const keep = `INSERT INTO forgotten (id, owner, kind, item, text, row, forgotten_at)
    SELECT ?3 || '_' || row_number() OVER (), owner, '${of}', ${item}, substr(${text}, 1, 500),
      json_object('columns', json('${JSON.stringify(columns)}'), 'values', json_array(${columns.join(", ")})), ?4 ${where}`;
  const purge = `DELETE FROM forgotten WHERE owner = ?1 AND kind = '${of}'
    AND ${of === "edge" ? TOUCHING : among("item")}`;
  const count = db.prepare(`SELECT COUNT(*) AS count ${where}`).bind(owner, json);
  const gone = db
    .prepare(of === "passage" ? `SELECT 1 ${where} LIMIT 0` : `DELETE ${where}`)
    .bind(owner, json);
  const first = isFinal ? db.prepare(purge).bind(owner, json) : db.prepare(keep).bind(owner, json, id(), now);
  const [counted] = await db.batch<{ count: number }>([count, first, gone]);
  return counted?.results[0]?.count ?? 0;
}

const Row = z.object({
  columns: z.array(z.string()),
  values: z.array(z.union([z.string(), z.number(), z.null()])),
});

interface Tombstone {
  id: string;
  kind: ForgottenKind;
  item: string;
  row: z.output<typeof Row>;
}

async function unearth(db: D1Database, owner: string, ids: readonly string[]): Promise<RestoredItem[]> {
  const found = await tombstones(db, owner, { where: among("id"), wanted: ids.slice(0, AT_ONCE) });
  const notes = found.flatMap(({ kind: of, item }) => (of === "memory" ? [item] : []));
  const touching = `kind = 'edge' AND ${TOUCHING}`;
  const edges = notes.length === 0 ? [] : await tombstones(db, owner, { where: touching, wanted: notes });
  const rows = [...found, ...edges];
  const back = rows.flatMap(({ kind: of, row }) => (of === "passage" ? [] : [restored(db, KINDS[of], row)]));
  const gone = db
    .prepare(`DELETE FROM forgotten WHERE owner = ?1 AND ${among("id")}`)
    .bind(owner, JSON.stringify(rows.map(({ id }) => id)));
  await db.batch([...back, gone]);
  return found.map(({ kind: of, item, row }) => ({
    kind: of,
    item,
    ...(of === "passage" && { passage: draftOf(row) }),
  }));
}

async function tombstones(
  db: D1Database,
  owner: string,
  { where, wanted }: { where: string; wanted: readonly string[] },
): Promise<Tombstone[]> {
  const { results } = await db
    .prepare(`SELECT id, kind, item, row FROM forgotten WHERE owner = ?1 AND ${where}`)
    .bind(owner, JSON.stringify(wanted))
    .all<Omit<Tombstone, "row"> & { row: string }>();
  return results.map((each) => ({ ...each, row: Row.parse(JSON.parse(each.row)) }));
}

function restored(db: D1Database, { name, table }: Kind, { columns, values }: z.output<typeof Row>) {
  const known = new Set(columnsOf(table));
  const kept = columns.map((column, index) => ({ column, value: values[index] ?? null }));
  const there = kept.filter(({ column }) => known.has(column));
  const names = there.map(({ column }) => column).join(", ");
  const marks = there.map((_, index) => `?${index + 1}`).join(", ");
  return db
    .prepare(`INSERT OR IGNORE INTO ${name} (${names}) VALUES (${marks})`)
    .bind(...there.map(({ value }) => value));
}

/** A restored passage gets a new index number, and keeps its position among its neighbours. */
function draftOf({ columns, values }: z.output<typeof Row>): ChunkDraft {
  const cell = (column: string) => values[columns.indexOf(column)] ?? null;
  const text = (column: string) => String(cell(column) ?? "");
  const [said_at, start, end] = [cell("said_at"), cell("line_start"), cell("line_end")];
  return {
    owner: text("owner"),
    scope: text("scope") as Scope,
    kind: text("kind") as ChunkKind,
    source: text("source"),
    key: text("key"),
    session: text("session"),
    ordinal: Number(cell("ordinal")),
    speaker: text("speaker"),
    role: text("role") as ChunkDraft["role"],
    agent: text("agent"),
    text: text("text"),
    trust: text("trust") as Trust,
    ...(said_at === null ? {} : { said_at: Number(said_at) }),
    ...(start === null || end === null ? {} : { lines: { start: Number(start), end: Number(end) } }),
  };
}

/** By their names in D1. */
function columnsOf(table: SQLiteTable): string[] {
  return Object.values(getTableColumns(table)).map(({ name }) => name);
}
