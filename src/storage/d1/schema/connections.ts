/** D1 table of connections that were made in the app. Times are ms since the epoch. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const connections = sqliteTable(
  "connections",
  {
    name: text().notNull(),
    /** Empty for the first account. */
    account: text().notNull(),
    /** The values as JSON, encrypted with the instance's secret; they never leave the Worker. */
    sealed: text().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.account] })],
);
