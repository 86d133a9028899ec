/** D1 table of the prompts that people keep to use again. Times are ms since the epoch. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const prompts = sqliteTable(
  "prompts",
  {
    owner: text().notNull(),
    /** As it is written behind the slash. */
    name: text().notNull(),
    description: text().notNull().default(""),
    text: text().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.name] })],
);
