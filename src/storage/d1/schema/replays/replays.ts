/** D1 tables of replay sets, their turns, runs and results. Times are ms since the epoch. */
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const replaySets = sqliteTable(
  "replay_sets",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    name: text().notNull(),
    created_at: integer().notNull(),
  },
  (table) => [index("replay_sets_by_owner").on(table.owner)],
);

export const replaySetTurns = sqliteTable(
  "replay_set_turns",
  {
    id: text().primaryKey(),
    set_id: text().notNull(),
    owner: text().notNull(),
    conversation_id: text().notNull(),
    turn_id: text().notNull(),
    question: text().notNull(),
    /** JSON. */
    original: text().notNull(),
    /** Null: unknown. */
    cost_usd: real(),
    /** JSON. */
    expectation: text().notNull(),
    /** JSON: the turn and the messages before it, for when the conversation is deleted. Null: too long to keep. */
    kept: text(),
    added_at: integer().notNull(),
  },
  (table) => [
    index("replay_set_turns_by_set").on(table.set_id),
    index("replay_set_turns_by_owner").on(table.owner),
  ],
);

export const replayRuns = sqliteTable(
  "replay_runs",
  {
    id: text().primaryKey(),
    set_id: text().notNull(),
    owner: text().notNull(),
    /** JSON. */
    change: text().notNull(),
    limit_usd: real(),
    status: text({ enum: ["running", "completed", "stopped", "over_limit", "failed"] }).notNull(),
    reason: text(),
    total: integer().notNull(),
    created_at: integer().notNull(),
    ended_at: integer(),
  },
  (table) => [index("replay_runs_by_set").on(table.set_id), index("replay_runs_by_owner").on(table.owner)],
);

export const replayResults = sqliteTable(
  "replay_results",
  {
    run_id: text().notNull(),
    set_turn_id: text().notNull(),
    owner: text().notNull(),
    /** JSON; null: it was not replayed. */
    replay: text(),
    reason: text(),
    /** Null: unknown. */
    cost_usd: real(),
    /** JSON. */
    checks: text().notNull(),
    /** Null: nothing is expected. */
    is_met: integer({ mode: "boolean" }),
    mark: text({ enum: ["better", "same", "worse"] }),
  },
  (table) => [
    primaryKey({ columns: [table.run_id, table.set_turn_id] }),
    index("replay_results_by_owner").on(table.owner),
  ],
);
