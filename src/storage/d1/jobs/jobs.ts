/** Jobs in D1: every state change is one conditional statement, so that two runners cannot both make it. */
import type { Job, JobStatus } from "../../../jobs/job.ts";
import type { JobCounts, JobEnd, JobStore, LatestJob, PriorityRange } from "../../../jobs/ports.ts";
import type { jobs } from "../schema/jobs.ts";
import { countJobs } from "./counts.ts";

type Row = typeof jobs.$inferSelect;

const MAX_RESULT = 10_000;

const INSERT = `
INSERT INTO jobs (id, kind, owner, conversation_id, payload, priority, status, dedupe_key, max_attempts, run_after,
  rung_at, created_at, updated_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'pending', ?7, ?8, ?9, ?10, ?10, ?10)
ON CONFLICT DO NOTHING RETURNING *`;

/** None while a restore is under way: half of the data is there, and rows that it has written must stay as they are. */
const CLAIM = `
UPDATE jobs SET status = 'running', attempts = attempts + 1, run_token = ?1, started_at = ?2, heartbeat_at = ?2,
  updated_at = ?2
WHERE status = 'pending' AND run_after <= ?2 AND NOT EXISTS (SELECT 1 FROM backup_runs WHERE kind = 'restore')
  AND id =`;

const CLAIM_ONE = `${CLAIM} ?3 RETURNING *`;

const CLAIM_FIRST = `${CLAIM} (SELECT id FROM jobs
  WHERE status = 'pending' AND priority BETWEEN ?3 AND ?4 AND run_after <= ?2
  ORDER BY priority, run_after LIMIT 1) RETURNING *`;

/** A held job has no heartbeat. */
const RELEASE = `
UPDATE jobs SET
  status = CASE WHEN attempts >= max_attempts OR heartbeat_at IS NULL THEN 'failed' ELSE 'pending' END,
  finished_at = CASE WHEN attempts >= max_attempts OR heartbeat_at IS NULL THEN ?3 END,
  run_after = ?3, rung_at = NULL, run_token = NULL, updated_at = ?3,
  error = CASE WHEN heartbeat_at IS NULL THEN 'Its conversation has not reported an end for a month.'
    ELSE 'No sign of life for five minutes.' END
WHERE status = 'running' AND (heartbeat_at < ?1 OR (heartbeat_at IS NULL AND updated_at < ?2)) RETURNING *`;

const TAKE_UNRUNG = `
UPDATE jobs SET rung_at = ?2 WHERE id IN (SELECT id FROM jobs
  WHERE status = 'pending' AND run_after <= ?2 AND COALESCE(rung_at, 0) < ?1
  ORDER BY priority, run_after LIMIT ?3) RETURNING *`;

const HEARTBEAT = `
UPDATE jobs SET heartbeat_at = ?3, updated_at = ?3 WHERE id = ?1 AND run_token = ?2 AND status = 'running'`;

const HOLD = `
UPDATE jobs SET heartbeat_at = NULL, run_token = NULL, updated_at = ?3
WHERE id = ?1 AND run_token = ?2 AND status = 'running'`;

const COMPLETE = `
UPDATE jobs SET status = 'completed', result = ?3, error = NULL, finished_at = ?4, updated_at = ?4, run_token = NULL
WHERE id = ?1 AND run_token = ?2 AND status = 'running'`;

const FAIL = `
UPDATE jobs SET status = CASE WHEN ?3 IS NULL THEN 'failed' ELSE 'pending' END, error = ?4,
  run_after = COALESCE(?3, run_after), rung_at = ?5, finished_at = CASE WHEN ?3 IS NULL THEN ?5 END,
  updated_at = ?5, run_token = NULL
WHERE id = ?1 AND run_token = ?2 AND status = 'running'`;

const RETRY = `
UPDATE jobs SET status = 'pending', attempts = 0, error = NULL, result = NULL, finished_at = NULL, run_after = ?2,
  rung_at = ?2, updated_at = ?2
WHERE id = ?1 AND status IN ('failed', 'cancelled')
  AND NOT EXISTS (SELECT 1 FROM jobs other WHERE other.dedupe_key = jobs.dedupe_key
    AND other.status IN ('pending', 'running'))
RETURNING *`;

const SETTLE = `
UPDATE jobs SET status = ?2, result = ?3, error = ?4, finished_at = ?5, updated_at = ?5, run_token = NULL
WHERE id = ?1 AND status IN ('pending', 'running') RETURNING *`;

const POSTPONE = `
UPDATE jobs SET status = 'pending', error = ?2, run_after = ?3, rung_at = ?4, updated_at = ?4, run_token = NULL
WHERE id = ?1 AND status IN ('pending', 'running') AND attempts < max_attempts RETURNING *`;

const LIST = `
SELECT * FROM jobs WHERE (?1 IS NULL OR owner = ?1) AND (?2 IS NULL OR status = ?2)
  AND (?3 IS NULL OR kind = ?3) AND (?4 IS NULL OR id < ?4)
  AND (status = 'failed' OR kind NOT IN (SELECT value FROM json_each(?5)))
ORDER BY id DESC LIMIT ?6`;

/** SQLite takes the columns beside a lone `MAX` from its row. */
const LATEST = `
SELECT *, COUNT(*) AS count, MAX(created_at) AS newest FROM jobs
WHERE owner = ?1 AND status <> 'pending' AND kind IN (SELECT value FROM json_each(?2)) GROUP BY kind`;

const NEXT = `
SELECT kind, MIN(run_after) AS next_at FROM jobs
WHERE owner = ?1 AND status = 'pending' AND kind IN (SELECT value FROM json_each(?2)) GROUP BY kind`;

export class D1JobStore implements JobStore {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  async insert(job: Job): Promise<{ job: Job; added: boolean }> {
    const added = await this.one(INSERT, ...insertValues(job));
    if (added !== undefined) return { job: added, added: true };
    const earlier = await this.one(
      "SELECT * FROM jobs WHERE id = ?1 OR (dedupe_key = ?2 AND status IN ('pending', 'running'))",
      job.id,
      job.dedupe_key ?? null,
    );
    // The earlier job ended between the two statements, so this one can be added after all.
    return earlier === undefined ? this.insert(job) : { job: earlier, added: false };
  }

  async insertAll(jobs: readonly Job[]): Promise<Job[]> {
    const insert = this.db.prepare(INSERT);
    const added = await this.db.batch<Row>(jobs.map((job) => insert.bind(...insertValues(job))));
    return added.flatMap(({ results }) => results.map(jobOf));
  }

  get(id: string): Promise<Job | undefined> {
    return this.one("SELECT * FROM jobs WHERE id = ?1", id);
  }

  open(dedupe_key: string): Promise<Job | undefined> {
    return this.one(
      "SELECT * FROM jobs WHERE dedupe_key = ?1 AND status IN ('pending', 'running')",
      dedupe_key,
    );
  }

  claim(id: string, token: string, now: number): Promise<Job | undefined> {
    return this.one(CLAIM_ONE, token, now, id);
  }

  claimFirst({ from, to }: PriorityRange, token: string, now: number): Promise<Job | undefined> {
    return this.one(CLAIM_FIRST, token, now, from, to);
  }

  async heartbeat(id: string, token: string, now: number): Promise<boolean> {
    return (await this.change(HEARTBEAT, id, token, now)) > 0;
  }

  async hold(id: string, token: string, now: number): Promise<boolean> {
    return (await this.change(HOLD, id, token, now)) > 0;
  }

  async complete(
    id: string,
    token: string,
    { result, now }: { result: string; now: number },
  ): Promise<boolean> {
    return (await this.change(COMPLETE, id, token, result.slice(0, MAX_RESULT), now)) > 0;
  }

  async fail(
    id: string,
    token: string,
    { error, runAfter, now }: { error: string; runAfter: number | null; now: number },
  ): Promise<boolean> {
    return (await this.change(FAIL, id, token, runAfter, error, now)) > 0;
  }

  retry(id: string, now: number): Promise<Job | undefined> {
    return this.one(RETRY, id, now);
  }

  cancel(id: string, now: number): Promise<Job | undefined> {
    return this.settle(id, { status: "cancelled", now });
  }

  settle(id: string, { status, result, error, now }: JobEnd): Promise<Job | undefined> {
    return this.one(SETTLE, id, status, result?.slice(0, MAX_RESULT) ?? null, error ?? null, now);
  }

  postpone(
    id: string,
    { error, runAfter, now }: { error: string; runAfter: number; now: number },
  ): Promise<Job | undefined> {
    return this.one(POSTPONE, id, error, runAfter, now);
  }

  counts(filter: { owner?: string }, range: { from: number; slot_ms: number }): Promise<JobCounts> {
    return countJobs(this.db, filter, range);
  }

  takeUnrung(rungBefore: number, now: number, limit: number): Promise<Job[]> {
    return this.many(TAKE_UNRUNG, rungBefore, now, limit);
  }

  releaseStuck(before: number, heldBefore: number, now: number): Promise<Job[]> {
    return this.many(RELEASE, before, heldBefore, now);
  }

  list(
    { owner, status, kind, without = [] }: Parameters<JobStore["list"]>[0],
    { before, limit }: { limit: number; before?: string },
  ): Promise<Job[]> {
    const left = JSON.stringify(without);
    return this.many(LIST, owner ?? null, status ?? null, kind ?? null, before ?? null, left, limit);
  }

  async latest(owner: string, kinds: readonly string[]): Promise<LatestJob[]> {
    const wanted = JSON.stringify(kinds);
    const [latest, next] = await Promise.all([
      this.db.prepare(LATEST).bind(owner, wanted).all<Row & { count: number }>(),
      this.db.prepare(NEXT).bind(owner, wanted).all<{ kind: string; next_at: number }>(),
    ]);
    return kinds.flatMap((kind) => {
      const row = latest.results.find((one) => one.kind === kind);
      const next_at = next.results.find((one) => one.kind === kind)?.next_at ?? null;
      if (!row && next_at === null) return [];
      return [{ kind, count: row?.count ?? 0, next_at, ...(row && { job: jobOf(row) }) }];
    });
  }

  prune(before: number): Promise<number> {
    return this.change(
      "DELETE FROM jobs WHERE status IN ('completed', 'failed', 'cancelled') AND finished_at < ?1",
      before,
    );
  }

  private async many(sql: string, ...values: unknown[]) {
    return (
      await this.db
        .prepare(sql)
        .bind(...values)
        .all<Row>()
    ).results.map(jobOf);
  }

  private async one(sql: string, ...values: unknown[]) {
    return (await this.many(sql, ...values))[0];
  }

  private async change(sql: string, ...values: unknown[]) {
    return (
      await this.db
        .prepare(sql)
        .bind(...values)
        .run()
    ).meta.changes;
  }
}

function insertValues(job: Job): unknown[] {
  return [
    job.id,
    job.kind,
    job.owner,
    job.conversation_id ?? null,
    JSON.stringify(job.payload),
    job.priority,
    job.dedupe_key ?? null,
    job.max_attempts,
    job.run_after,
    job.created_at,
  ];
}

function jobOf(row: Row): Job {
  return {
    id: row.id,
    kind: row.kind,
    owner: row.owner,
    ...(row.conversation_id === null ? {} : { conversation_id: row.conversation_id }),
    payload: parsePayload(row.payload),
    priority: row.priority,
    status: row.status as JobStatus,
    ...(row.dedupe_key === null ? {} : { dedupe_key: row.dedupe_key }),
    attempts: row.attempts,
    max_attempts: row.max_attempts,
    run_after: row.run_after,
    ...(row.started_at === null ? {} : { started_at: row.started_at }),
    ...(row.heartbeat_at === null ? {} : { heartbeat_at: row.heartbeat_at }),
    ...(row.finished_at === null ? {} : { finished_at: row.finished_at }),
    ...(row.result === null ? {} : { result: row.result }),
    ...(row.error === null ? {} : { error: row.error }),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Validated by the schema of its kind before it runs; invalid JSON fails there. */
function parsePayload(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A damaged row must not hide the others.
    return null;
  }
}
