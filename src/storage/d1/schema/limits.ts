/** D1 table of tries that are counted for the whole instance, as those at a password. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const tries = sqliteTable(
  "tries",
  {
    /** A hash of what is counted: a mistyped name can be a password. */
    name_hash: text().primaryKey(),
    /** ms since the epoch: when all of the allowance is there again. */
    spent_until: integer().notNull(),
  },
  (table) => [index("tries_by_end").on(table.spent_until)],
);
