/** D1 table of budgets: how much may be spent in a day or a month, by whom. */
import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const budgets = sqliteTable(
  "budgets",
  {
    /** `user`, `agent` or `instance`. */
    scope: text().notNull(),
    /** An owner's id or an agent's slug; `*` is each of them by itself, and all that an instance has. */
    key: text().notNull(),
    /** `day` or `month`, in UTC. */
    period: text().notNull(),
    /** US dollars. */
    limit_usd: real().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key, table.period] })],
);
