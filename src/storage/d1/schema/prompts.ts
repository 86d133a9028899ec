/** D1 tables of people's saved prompts and of the house's own. Times are ms since the epoch. */
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

/** Versions of the house's prompts that the operator has edited; the newest of each name holds. */
export const housePromptVersions = sqliteTable(
  "house_prompt_versions",
  {
    name: text().notNull(),
    version: integer().notNull(),
    /** Null: as it ships. */
    text: text(),
    /** The shipped text at that time, to tell when it has changed since. */
    shipped: text().notNull(),
    /** Id of a person. */
    by: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);
