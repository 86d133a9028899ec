/** D1 tables of grants. Times are ms since the epoch. */
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { GrantTerms } from "../../../domain/grants/grant.ts";

export const grants = sqliteTable(
  "grants",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    agent: text().notNull(),
    tool: text().notNull(),
    /** JSON: keys of destinations; null: any. */
    to: text({ mode: "json" }).$type<readonly string[]>(),
    conversation_id: text(),
    turn_id: text(),
    ends_at: integer(),
    max_uses: integer(),
    max_amount: real(),
    after_reading: integer({ mode: "boolean" }).notNull().default(false),
    given: text().$type<GrantTerms["given"]>().notNull(),
    granted_at: integer().notNull(),
    last_used_at: integer(),
    /** Set once somebody ended it: the row stays a while, so that a late write can't bring it back. */
    ended_at: integer(),
  },
  (table) => [index("grants_by_owner").on(table.owner, table.tool)],
);

/** Uses of grants with a number of uses or an amount: one row a call, however often it is claimed. */
export const grantUses = sqliteTable(
  "grant_uses",
  {
    grant_id: text().notNull(),
    /** Turn and call. */
    call_key: text().notNull(),
    owner: text().notNull(),
    amount: real().notNull().default(0),
    used_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.grant_id, table.call_key] })],
);
