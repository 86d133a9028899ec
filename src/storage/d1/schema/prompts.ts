/** D1 table of saved prompts. Times are ms since the epoch. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const prompts = sqliteTable(
  "prompts",
  {
    owner: text().notNull(),
    /** The name that is typed after a slash. */
    name: text().notNull(),
    description: text().notNull().default(""),
    text: text().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.name] })],
);
