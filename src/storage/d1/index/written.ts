/**
 * Writes of index rows: constant SQL with the rows as one JSON parameter, however many. Building a statement
 * from its columns takes longer than D1 takes to run it.
 */
import type { conversations } from "../schema/core.ts";

type Row = typeof conversations.$inferInsert;

/** Columns that a person sets stay unchanged too: pinned, archived, tags and folder. */
const NEVER_CHANGED = ["id", "owner", "parent_conversation_id", "created_at"] as const;
const CHANGED = [
  "agent",
  "room",
  "model",
  "mode",
  "title",
  "state",
  "message_count",
  "cost_usd",
  "scheduled",
  "said",
  "attention",
  "channel",
  "own_chat",
  "revision",
  "updated_at",
] as const;
const COLUMNS = [...NEVER_CHANGED, ...CHANGED, "said_seq"] as const;

const DEFAULTS: Partial<Row> = {
  title: "",
  state: "idle",
  message_count: 0,
  cost_usd: 0,
  scheduled: 0,
  said_seq: 0,
  said: "",
  attention: "",
  channel: "web",
  revision: 0,
};

const INSERT = `
INSERT INTO conversations (${COLUMNS.join(", ")})
SELECT ${COLUMNS.map((name) => `value->>'${name}'`).join(", ")} FROM json_each(?1) WHERE true`;

export const INSERT_UNLESS_THERE = `${INSERT} ON CONFLICT (id) DO NOTHING`;

/** The object's newer state wins, in whatever order flushes arrive. */
export const INSERT_OR_RENEW = `${INSERT} ON CONFLICT (id) DO UPDATE SET
  ${CHANGED.map((name) => `${name} = excluded.${name}`).join(", ")}, said_seq = max(conversations.said_seq, excluded.said_seq)
WHERE conversations.revision <= excluded.revision`;

/** The parameter of both statements. */
export function rowsAsJson(rows: readonly Row[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(COLUMNS.map((name) => [name, row[name] ?? DEFAULTS[name]]))),
  );
}
