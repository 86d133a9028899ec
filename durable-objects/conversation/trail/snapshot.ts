/**
 * Rows that a rebuild needs in addition to events: the conversation itself, its summaries, reminders, waiting
 * turns and messages.
 */

import type { Row } from "../../sql/sql.ts";
import { encodeRow, type Table } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { members, meta as metaRows } from "../rows/schema/conversation.ts";
import { callDecisions, calls, children, steps } from "../rows/schema/journal.ts";
import { afterWork, deliveries, shutPlaces } from "../rows/schema/outgoing.ts";
import { arrivals, orders, reactions, reminders } from "../rows/schema/pending.ts";
import { compactions } from "../rows/schema/prompt.ts";
import { inbox, turns } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";
import type { Snapshot } from "./lines.ts";

/** A selection of a table's rows, in stored form. */
interface Kept {
  of: Table;
  query: string;
}

/** Small tables whole. */
const ROWS: readonly Kept[] = [
  { of: reminders, query: "SELECT * FROM scheduled" },
  { of: compactions, query: "SELECT * FROM compactions ORDER BY id DESC LIMIT 50" },
  { of: orders, query: "SELECT * FROM orders" },
  { of: arrivals, query: "SELECT * FROM arrivals ORDER BY id" },
  { of: reactions, query: "SELECT * FROM reactions" },
  { of: shutPlaces, query: "SELECT * FROM shut_places" },
  { of: children, query: "SELECT * FROM children ORDER BY began_at DESC LIMIT 200" },
  { of: callDecisions, query: "SELECT * FROM decided ORDER BY at DESC LIMIT 100" },
  { of: members, query: "SELECT * FROM members" },
  { of: afterWork, query: "SELECT * FROM after_work ORDER BY id" },
  {
    of: deliveries,
    query: `SELECT * FROM (SELECT * FROM deliveries WHERE status <> 'sent' ORDER BY id DESC LIMIT 50)
      UNION SELECT d.* FROM deliveries d JOIN turns t ON t.id = d.turn_id WHERE t.ended_at IS NULL`,
  },
];

const OF_WAITING = "WHERE turn_id IN (SELECT id FROM turns WHERE ended_at IS NULL AND state = 'parked')";

/** Open turns only, with the journal of those that wait. */
const OPEN_ROWS: readonly Kept[] = [
  { of: turns, query: "SELECT * FROM turns WHERE ended_at IS NULL ORDER BY id" },
  { of: steps, query: `SELECT * FROM steps ${OF_WAITING}` },
  { of: calls, query: `SELECT * FROM calls ${OF_WAITING}` },
];

/** Tables to save from a damaged object, including rows that the trail did not have yet. */
const SAVED: readonly Kept[] = [
  { of: metaRows, query: "SELECT * FROM meta" },
  ...ROWS.filter(({ of }) => of !== deliveries),
  ...OPEN_ROWS,
  { of: deliveries, query: "SELECT * FROM deliveries ORDER BY id DESC LIMIT 500" },
  {
    of: inbox,
    query: "SELECT * FROM inbox WHERE seq >= (SELECT COALESCE(MAX(last_seq), 0) FROM trail)",
  },
];

/**
 * A longer snapshot omits potentially long tables, in this order: a waiting turn without its journal ends
 * with a rebuild.
 */
const MAX_LENGTH = 400_000;
const LONG = [calls, steps, afterWork, deliveries];

export function snapshotOf(store: Store, seq: number, now: number): Snapshot {
  const isOpen = store.turns.open().length > 0;
  const tables = readTables(store, isOpen ? [...ROWS, ...OPEN_ROWS] : ROWS);
  for (const { name } of LONG) {
    if (JSON.stringify(tables).length > MAX_LENGTH) delete tables[name];
  }
  return { type: "snapshot", seq, ts: new Date(now).toISOString(), version: 1, tables };
}

/** All readable rows of a damaged object. */
export function salvageTables(sql: Tables): Record<string, Row[]> {
  const found: Record<string, Row[]> = {};
  for (const { of, query } of SAVED) {
    try {
      const rows = sql.all(query);
      if (rows.length > 0) found[of.name] = rows;
    } catch {
      // The damage is in this table, so the trail's copy is used.
    }
  }
  return found;
}

function readTables({ sql, meta }: Store, kept: readonly Kept[]): Record<string, Row[]> {
  const tables: Record<string, Row[]> = { [metaRows.name]: [encodeRow(metaRows, meta)] };
  for (const { of, query } of kept) {
    const rows = sql.isEmpty(of) ? [] : sql.all(query);
    if (rows.length > 0) tables[of.name] = rows;
  }
  return tables;
}

/** Restores rows, as far as today's tables have their columns. */
export function restoreRows(sql: Tables, table: string, rows: readonly Row[]): void {
  const known = SAVED.find(({ of }) => of.name === table);
  if (known) for (const row of rows) sql.restore(known.of, row);
}
