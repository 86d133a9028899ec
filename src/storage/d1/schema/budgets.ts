/** D1 table of budgets: limits on spending in a day or a month. */
import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const budgets = sqliteTable(
  "budgets",
  {
    /** `user`, `agent` or `instance`. */
    scope: text().notNull(),
    /**
     * An owner's id or an agent's slug; `*` means each of them separately, and is the only key of an
     * instance.
     */
    key: text().notNull(),
    /** `day` or `month`, in UTC. */
    period: text().notNull(),
    /** US dollars. */
    limit_usd: real().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key, table.period] })],
);
