/** One owner's schedules and their runs, as rows. */
import type { Run, Schedule, ScheduleId } from "../../src/schedules/schedule.ts";
import type { Row, Sql, SqlValue } from "../sql/sql.ts";

const TABLES = [
  `CREATE TABLE IF NOT EXISTS schedules (
    id TEXT PRIMARY KEY, wish TEXT NOT NULL, maker TEXT NOT NULL, state TEXT NOT NULL, reason TEXT, next_at INTEGER,
    seen_at INTEGER NOT NULL, skipped INTEGER NOT NULL, skip_reason TEXT, runs INTEGER NOT NULL, cost_usd REAL NOT NULL,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS runs (
    schedule_id TEXT NOT NULL, occurrence INTEGER NOT NULL, state TEXT NOT NULL, delivery TEXT NOT NULL,
    cause TEXT NOT NULL, note TEXT, items TEXT, conversation_id TEXT, turn_id TEXT, told_in TEXT, told_as TEXT,
    words TEXT, trust TEXT NOT NULL, reason TEXT, delivery_reason TEXT, cost_usd REAL, check_at INTEGER,
    tries INTEGER NOT NULL, started_at INTEGER NOT NULL, ended_at INTEGER,
    PRIMARY KEY (schedule_id, occurrence)) WITHOUT ROWID`,
  "CREATE INDEX IF NOT EXISTS runs_open ON runs (check_at) WHERE check_at IS NOT NULL",
];

type ScheduleRow = Row & Omit<Schedule, "wish" | "maker"> & { wish: string; maker: string };

/** A run with the fields that only the scheduler uses. */
export type StoredRun = Run & {
  /** Entries of the heartbeat file for the agent of this run. */
  items: string | null;
  /** Trust of the result's words, by the content that the agent had read. */
  trust: "trusted" | "untrusted";
};

const RUN_COLUMNS = [
  "schedule_id",
  "occurrence",
  "state",
  "delivery",
  "cause",
  "note",
  "items",
  "conversation_id",
  "turn_id",
  "told_in",
  "told_as",
  "words",
  "trust",
  "reason",
  "delivery_reason",
  "cost_usd",
  "check_at",
  "tries",
  "started_at",
  "ended_at",
] as const satisfies readonly (keyof StoredRun)[];

/** Rows as they are stored, with their columns by name. */
export interface StoredSchedules {
  schedules: Row[];
  runs: Row[];
}

export class SchedulerRows {
  readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
    sql.script(TABLES);
  }

  transaction<T>(body: () => T extends PromiseLike<unknown> ? never : T): T {
    return this.sql.transaction(body);
  }

  /** All schedules by their next time; those without one come last. */
  list(): Schedule[] {
    return this.some("ORDER BY next_at IS NULL, next_at, id");
  }

  get(id: string): Schedule | undefined {
    return this.some("WHERE id = ?", id)[0];
  }

  /** Active schedules that are due, longest due first. */
  due(now: number): Schedule[] {
    return this.some("WHERE state = 'active' AND next_at <= ? ORDER BY next_at, id", now);
  }

  add(schedule: Schedule): void {
    const { id, wish, maker, state, reason, next_at, seen_at, skipped, skip_reason } = schedule;
    const { runs, cost_usd, created_at, updated_at } = schedule;
    const values = [JSON.stringify(wish), JSON.stringify(maker), state, reason, next_at];
    const row = [id, ...values, seen_at, skipped, skip_reason, runs, cost_usd, created_at, updated_at];
    this.sql.run(`INSERT INTO schedules VALUES (${marks(row)})`, ...row);
  }

  /** Saves a person's change. */
  change({ id, wish, maker, state, reason, next_at, seen_at, updated_at }: Schedule): void {
    this.sql.run(
      `UPDATE schedules SET wish = ?, maker = ?, state = ?, reason = ?, next_at = ?, seen_at = ?, updated_at = ?
        WHERE id = ?`,
      ...[JSON.stringify(wish), JSON.stringify(maker), state, reason, next_at, seen_at, updated_at, id],
    );
  }

  /** Saves the passage of time: one row. */
  pass({ id, state, reason, next_at, seen_at, skipped, skip_reason }: Schedule): void {
    this.sql.run(
      `UPDATE schedules SET state = ?, reason = ?, next_at = ?, seen_at = ?, skipped = ?, skip_reason = ? WHERE id = ?`,
      ...[state, reason, next_at, seen_at, skipped, skip_reason, id],
    );
  }

  /** Counts one more ended run. */
  count(id: ScheduleId, cost_usd: number): void {
    this.sql.run("UPDATE schedules SET runs = runs + 1, cost_usd = cost_usd + ? WHERE id = ?", cost_usd, id);
  }

  /** Removes the schedule and its runs. Returns false when there is none with that id. */
  remove(id: ScheduleId): boolean {
    const isThere = this.get(id) !== undefined;
    this.sql.run("DELETE FROM runs WHERE schedule_id = ?", id);
    this.sql.run("DELETE FROM schedules WHERE id = ?", id);
    return isThere;
  }

  /** Every row as it is stored. */
  stored(): StoredSchedules {
    return {
      schedules: this.sql.all("SELECT * FROM schedules ORDER BY id"),
      runs: this.sql.all("SELECT * FROM runs ORDER BY schedule_id, occurrence"),
    };
  }

  /** Puts stored rows in the place of all that are here. Columns that this code does not know are left out. */
  restore({ schedules, runs }: StoredSchedules): void {
    this.transaction(() => {
      this.clear();
      for (const [table, rows] of [["schedules", schedules] as const, ["runs", runs] as const])
        for (const row of rows) this.put(table, row);
    });
  }

  private put(table: "schedules" | "runs", row: Row): void {
    const known = this.sql.all<{ name: string }>("SELECT name FROM pragma_table_info(?)", table);
    const names = known.map(({ name }) => name).filter((name) => name in row);
    const values = names.map((name) => row[name] ?? null);
    this.sql.run(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks(values)})`, ...values);
  }

  clear(): void {
    this.sql.script(["DELETE FROM runs", "DELETE FROM schedules"]);
  }

  /** Number of schedules that are not done. */
  size(): number {
    const [row] = this.sql.all<{ n: number }>("SELECT count(*) AS n FROM schedules WHERE state <> 'done'");
    return row?.n ?? 0;
  }

  /** Returns false when that occurrence already has a run. */
  addRun(run: StoredRun): boolean {
    if (this.run(run)) return false;
    const row = RUN_COLUMNS.map((name) => run[name]);
    this.sql.run(`INSERT INTO runs (${RUN_COLUMNS.join(", ")}) VALUES (${marks(row)})`, ...row);
    return true;
  }

  /** Does nothing when the run no longer exists. */
  saveRun(run: StoredRun): void {
    const set = RUN_COLUMNS.slice(2);
    const values = set.map((name) => run[name]);
    const assigned = set.map((name) => `${name} = ?`).join(", ");
    const where = "WHERE schedule_id = ? AND occurrence = ?";
    this.sql.run(`UPDATE runs SET ${assigned} ${where}`, ...values, run.schedule_id, run.occurrence);
  }

  run({ schedule_id, occurrence }: Pick<Run, "schedule_id" | "occurrence">): StoredRun | undefined {
    return this.runsBy("WHERE schedule_id = ? AND occurrence = ?", schedule_id, occurrence)[0];
  }

  /** Runs of a schedule, newest first. */
  runs(id: ScheduleId, { before, limit }: { before: number | null; limit: number }): StoredRun[] {
    return this.runsBy(
      "WHERE schedule_id = ?1 AND (?2 IS NULL OR occurrence < ?2) ORDER BY occurrence DESC LIMIT ?3",
      id,
      before,
      limit,
    );
  }

  /** Whether the schedule has a run that has not ended. */
  isPending(id: ScheduleId): boolean {
    const open =
      "SELECT 1 AS n FROM runs WHERE schedule_id = ? AND state IN ('queued', 'running', 'waiting')";
    return this.sql.all<{ n: number }>(`${open} AND check_at IS NOT NULL LIMIT 1`, id).length > 0;
  }

  /** Runs that are due to begin, ordered by their time. */
  toBegin(now: number, limit: number): StoredRun[] {
    return this.runsBy(`WHERE check_at <= ? AND state = 'queued' ${IN_ORDER}`, now, limit);
  }

  /** Due runs that are under way, or whose result is. */
  toFollow(now: number, limit: number): StoredRun[] {
    return this.runsBy(`WHERE check_at <= ? AND state <> 'queued' ${IN_ORDER}`, now, limit);
  }

  /** Settled runs beyond the newest `keep`. */
  old(id: ScheduleId, keep: number): StoredRun[] {
    return this.runsBy(
      "WHERE schedule_id = ? AND check_at IS NULL ORDER BY occurrence DESC LIMIT 100 OFFSET ?",
      id,
      keep,
    );
  }

  removeRun({ schedule_id, occurrence }: Pick<Run, "schedule_id" | "occurrence">): void {
    this.sql.run("DELETE FROM runs WHERE schedule_id = ? AND occurrence = ?", schedule_id, occurrence);
  }

  /** Time of the next work, in ms since the epoch; null: never. */
  nextWake(): number | null {
    const [row] = this.sql.all<{ at: number | null }>(
      `SELECT min(at) AS at FROM (
        SELECT min(next_at) AS at FROM schedules WHERE state = 'active'
        UNION ALL SELECT min(check_at) FROM runs WHERE check_at IS NOT NULL)`,
    );
    return row?.at ?? null;
  }

  private some(rest: string, ...values: SqlValue[]): Schedule[] {
    return this.sql.all<ScheduleRow>(`SELECT * FROM schedules ${rest}`, ...values).map(scheduleOf);
  }

  private runsBy(rest: string, ...values: SqlValue[]): StoredRun[] {
    return this.sql.all<Row & StoredRun>(`SELECT * FROM runs ${rest}`, ...values);
  }
}

const IN_ORDER = "ORDER BY check_at, occurrence, schedule_id LIMIT ?";

function scheduleOf({ wish, maker, ...row }: ScheduleRow): Schedule {
  return {
    ...row,
    wish: JSON.parse(wish) as Schedule["wish"],
    maker: JSON.parse(maker) as Schedule["maker"],
  };
}

function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}
