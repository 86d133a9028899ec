/** D1 table of background jobs. The row is the source of truth; a queue message only rings the bell. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const jobs = sqliteTable(
  "jobs",
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    owner: text().notNull(),
    conversation_id: text(),
    /** JSON, validated by the schema of its kind before it runs. */
    payload: text().notNull().default("{}"),
    /** 1 to 10, the smallest first: `PRIORITIES` of `src/jobs/job.ts`. */
    priority: integer().notNull().default(5),
    /** pending, running, completed, failed or cancelled. */
    status: text().notNull().default("pending"),
    /** At most one job with this key is pending or running. */
    dedupe_key: text(),
    attempts: integer().notNull().default(0),
    max_attempts: integer().notNull().default(3),
    /** Earliest start: a delay, or the backoff after a failure. */
    run_after: integer().notNull(),
    /** When the doorbell was last rung. */
    rung_at: integer(),
    /** Identifies the run that holds the job: a late finish of an earlier run changes nothing. */
    run_token: text(),
    started_at: integer(),
    heartbeat_at: integer(),
    finished_at: integer(),
    result: text(),
    error: text(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [
    index("jobs_in_turn").on(table.status, table.priority, table.run_after),
    index("jobs_by_owner").on(table.owner, table.status, table.created_at),
    uniqueIndex("jobs_dedupe")
      .on(table.dedupe_key)
      .where(sql`dedupe_key is not null and status in ('pending', 'running')`),
  ],
);
