/** D1 tables of the instance's counters, where `METRICS` is on. */
import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Counters up to a day ago. The name `rolled_until` holds the time up to which costs are in them. */
export const metricTotals = sqliteTable(
  "metric_totals",
  {
    name: text().notNull(),
    /** JSON object. */
    labels: text().notNull(),
    value: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.labels] })],
);

/** Samples of the turns that ended in the last day or two, a row each, so that a repeated flush counts once. */
export const metricSamples = sqliteTable("metric_samples", {
  turn_id: text().primaryKey(),
  /** ms since the epoch. */
  at: integer().notNull(),
  /** JSON array of `[name, labels, value]`. */
  samples: text().notNull(),
});
