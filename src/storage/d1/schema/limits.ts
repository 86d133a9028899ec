/** D1 table of rate limits for the whole instance, such as password attempts. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const tries = sqliteTable(
  "tries",
  {
    /** A hash of the counted name: a mistyped name can be a password. */
    name_hash: text().primaryKey(),
    /** ms since the epoch: when the whole allowance is available again. */
    spent_until: integer().notNull(),
  },
  (table) => [index("tries_by_end").on(table.spent_until)],
);
