/** D1 table of builds: attempts to write a capability, and their outcomes. Times are ms since the epoch. */
import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const builds = sqliteTable(
  "builds",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    /** Name of the capability. */
    name: text().notNull(),
    description: text().notNull(),
    /** The conversation and the call that requested it. */
    conversation_id: text().notNull(),
    call_id: text().notNull(),
    /** The Builder's conversation. */
    child_id: text(),
    /** building, completed, failed or cancelled. */
    status: text().notNull().default("building"),
    progress: text().notNull().default(""),
    /** JSON: hosts and secrets that a person has allowed. */
    allowed: text().notNull().default("[]"),
    /** JSON: path to text, while it is being built. */
    files: text().notNull().default("{}"),
    version: integer(),
    error: text(),
    steps: integer().notNull().default(0),
    cost_usd: real().notNull().default(0),
    /** The requester spoke, and waited for the spoken answer. */
    is_live: integer({ mode: "boolean" }).notNull().default(false),
    created_at: integer().notNull(),
    ended_at: integer(),
  },
  (table) => [
    index("builds_by_owner").on(table.owner, table.created_at),
    index("builds_by_call").on(table.conversation_id, table.call_id),
    uniqueIndex("builds_running").on(table.owner, table.name).where(sql`status = 'building'`),
  ],
);
