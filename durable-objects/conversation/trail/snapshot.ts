/** Rows that a rebuilt conversation needs beside its events: itself, its summaries, reminders and waiting turns. */

import { type Meta, metaRow } from "../rows/meta.ts";
import type { Store } from "../rows/store.ts";
import type { Row, Sql, SqlValue, Tables } from "../sql/sql.ts";
import type { Snapshot } from "./lines.ts";

/** Small tables whole. */
const ROWS: Record<string, string> = {
  scheduled: "SELECT * FROM scheduled",
  compactions: "SELECT * FROM compactions ORDER BY id DESC LIMIT 50",
  orders: "SELECT * FROM orders",
  after_work: "SELECT id, json FROM after_work ORDER BY id",
  deliveries: `SELECT * FROM (SELECT * FROM deliveries WHERE status <> 'sent' ORDER BY id DESC LIMIT 50)
    UNION SELECT d.* FROM deliveries d JOIN turns t ON t.id = d.turn_id WHERE t.ended_at IS NULL`,
};

/** Of turns and their journal only what still waits for somebody. */
const OPEN_ROWS: Record<string, string> = {
  turns: "SELECT * FROM turns WHERE ended_at IS NULL",
  steps:
    "SELECT s.* FROM steps s JOIN turns t ON t.id = s.turn_id WHERE t.ended_at IS NULL AND t.state = 'parked'",
  calls:
    "SELECT c.* FROM calls c JOIN turns t ON t.id = c.turn_id WHERE t.ended_at IS NULL AND t.state = 'parked'",
};

/** Of a damaged object more can be saved: what the trail did not have yet. */
const SAVED: Record<string, string> = {
  meta: "SELECT * FROM meta",
  ...ROWS,
  ...OPEN_ROWS,
  deliveries: "SELECT * FROM deliveries ORDER BY id DESC LIMIT 500",
  inbox: "SELECT * FROM inbox WHERE seq >= (SELECT COALESCE(MAX(last_seq), 0) FROM trail)",
};

/** Past this, what may be long is left out, in this order: a waiting turn without its journal ends with a rebuild. */
const MAX_LENGTH = 400_000;
const LONG = ["calls", "steps", "after_work", "deliveries"];

export function snapshotOf({ sql, meta, turns }: Store, seq: number, now: number): Snapshot {
  const isOpen = turns.open().length > 0;
  const tables = readTables(sql, meta, isOpen ? { ...ROWS, ...OPEN_ROWS } : ROWS);
  for (const table of LONG) {
    if (JSON.stringify(tables).length > MAX_LENGTH) delete tables[table];
  }
  return { type: "snapshot", seq, ts: new Date(now).toISOString(), version: 1, tables };
}

/** What can still be read of a damaged object. */
export function salvageTables(sql: Sql): Record<string, Row[]> {
  const found: Record<string, Row[]> = {};
  for (const [table, query] of Object.entries(SAVED)) {
    try {
      const rows = sql.all(query);
      if (rows.length > 0) found[table] = rows;
    } catch {
      // The damage is here: the trail's copy serves.
    }
  }
  return found;
}

function readTables(sql: Tables, meta: Meta, queries: Record<string, string>): Record<string, Row[]> {
  const tables: Record<string, Row[]> = { meta: [metaRow(meta)] };
  for (const [table, query] of Object.entries(queries)) {
    const rows = sql.from(table, query);
    if (rows.length > 0) tables[table] = rows;
  }
  return tables;
}

/** Puts rows back, as far as today's tables have their columns. */
export function restoreRows(sql: Tables, table: string, rows: readonly Row[]): void {
  if (!(table in SAVED) || rows.length === 0) return;
  sql.fill(table);
  const known = new Set(sql.all<{ name: string }>(`PRAGMA table_info(${table})`).map(({ name }) => name));
  for (const row of rows) {
    const columns = Object.keys(row).filter((column) => known.has(column));
    if (columns.length === 0) continue;
    const values: SqlValue[] = columns.map((column) => row[column] ?? null);
    sql.run(
      `INSERT OR REPLACE INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
      ...values,
    );
  }
}
