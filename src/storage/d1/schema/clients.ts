/**
 * D1 tables of clients. Each has a row of `persons` beside it, under the same id. Times are ms since the
 * epoch.
 */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const clients = sqliteTable(
  "clients",
  {
    /** `clt_`. */
    id: text().primaryKey(),
    /** Id of its keeper. */
    owner: text().notNull(),
    slug: text().notNull(),
    /** person or organisation. */
    kind: text().notNull(),
    notes: text().notNull().default(""),
    /** US dollars; null: no budget of its own. */
    spend_per_day_usd: real(),
    spend_per_month_usd: real(),
    version: integer().notNull().default(1),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    /** Set once it is removed; its spending still counts as its keeper's. */
    removed_at: integer(),
  },
  (table) => [
    uniqueIndex("clients_by_slug").on(table.owner, table.slug).where(sql`${table.removed_at} is null`),
    index("clients_by_owner").on(table.owner),
  ],
);

/** Bots that belong to one client. */
export const clientAccounts = sqliteTable(
  "client_accounts",
  {
    channel: text().notNull(),
    account: text().notNull(),
    client_id: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.channel, table.account] }),
    index("client_accounts_by_client").on(table.client_id),
  ],
);
