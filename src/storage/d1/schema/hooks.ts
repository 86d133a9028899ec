/** D1 tables of hooks, and of the last deliveries to each. Times are ms since the epoch. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const hooks = sqliteTable(
  "hooks",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    name: text().notNull(),
    /** JSON, like the next two. */
    verification: text().notNull(),
    delivery_id: text(),
    filter: text().notNull().default("[]"),
    template: text().notNull().default(""),
    instructions: text().notNull().default(""),
    agent: text(),
    /** one or each. */
    conversation: text().notNull(),
    conversation_id: text(),
    /** full or operational. */
    tier: text().notNull(),
    rate_per_minute: integer().notNull(),
    enabled: integer({ mode: "boolean" }).notNull(),
    /** The secret, encrypted with the instance's own. */
    sealed: text().notNull(),
    hint: text().notNull(),
    /** Local part of its mail address (before the @); null: it receives no mail. */
    mail_name: text(),
    /** JSON: allowed senders. */
    mail_senders: text().notNull().default("[]"),
    deliveries: integer().notNull().default(0),
    last_at: integer(),
    last_status: text(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [index("hooks_by_owner").on(table.owner), uniqueIndex("hooks_by_mail_name").on(table.mail_name)],
);

export const hookDeliveries = sqliteTable(
  "hook_deliveries",
  {
    id: text().primaryKey(),
    hook_id: text().notNull(),
    owner: text().notNull(),
    key: text(),
    digest: text(),
    sender_id: text(),
    /** received, accepted, filtered, refused or failed. */
    status: text().notNull(),
    reason: text(),
    /** sender, test or replay. */
    origin: text().notNull(),
    size: integer().notNull(),
    payload: text(),
    excerpt: text().notNull(),
    conversation_id: text(),
    at: integer().notNull(),
  },
  (table) => [
    index("hook_deliveries_of").on(table.hook_id, table.id),
    index("hook_deliveries_by_owner").on(table.owner),
    uniqueIndex("hook_deliveries_key").on(table.hook_id, table.key),
    uniqueIndex("hook_deliveries_digest").on(table.hook_id, table.digest),
    index("hook_deliveries_cut_off").on(table.at).where(sql`status = 'received'`),
  ],
);
