/**
 * Rows of the index as they are written: as JSON, however many, by statements whose texts stand. To put one together from
 * its columns takes longer than D1 takes to run it.
 */
import type { conversations } from "../schema/core.ts";

type Row = typeof conversations.$inferInsert;

/** What a person has set of it stays: pinned, archived, its tags and its folder. */
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

/** Newer state of the object wins, whenever it arrives. */
export const INSERT_OR_RENEW = `${INSERT} ON CONFLICT (id) DO UPDATE SET
  ${CHANGED.map((name) => `${name} = excluded.${name}`).join(", ")}, said_seq = max(conversations.said_seq, excluded.said_seq)
WHERE conversations.revision <= excluded.revision`;

/** Their parameter. */
export function rowsAsJson(rows: readonly Row[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(COLUMNS.map((name) => [name, row[name] ?? DEFAULTS[name]]))),
  );
}
