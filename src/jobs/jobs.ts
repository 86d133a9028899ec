/**
 * The job queue: a job is stored as a row, announced by a doorbell message, claimed once, tried three times.
 */
import type { Ids } from "../domain/ids.ts";
import {
  backoffMs,
  HopelessJobError,
  type Job,
  type JobContext,
  type JobHandler,
  type JobKind,
  JobTakenError,
  type NewJob,
} from "./job.ts";
import type { Doorbell, JobStore, Urgency } from "./ports.ts";

interface JobsDeps {
  store: JobStore;
  doorbell: Doorbell;
  /** Called when a kind is first needed. */
  handlers(): readonly JobHandler[];
  ids: Ids;
  now(): number;
  log(event: string, fields: Record<string, string | number>): void;
  /** Called when a job has failed for good. */
  onFailed?(job: Job): void;
}

export interface Jobs {
  store: JobStore;
  /** The kind of that name; one that is unknown here has its name as title. */
  kindOf(name: string): JobKind;
  /** The job is durable once this resolves. If its dedupe key is in use, the earlier job is returned. */
  enqueue(job: NewJob): Promise<Job>;
  /** Enqueues many jobs in one write. Returns the jobs that were added. */
  enqueueAll(jobs: readonly NewJob[]): Promise<Job[]>;
  /** Runs one job if it is due and unclaimed. Never throws because of the job's own failure. */
  run(id: string): Promise<"completed" | "failed" | "retrying" | "not_mine" | "taken">;
  retry(id: string): Promise<Job | undefined>;
  /**
   * Cancels the job: a pending one never runs, a running one stops at its next step. Undefined if it has
   * ended.
   */
  cancel(id: string): Promise<Job | undefined>;
  /** Call it each minute: rings for jobs whose message was lost, releases jobs that are stuck. */
  sweep(): Promise<{ rung: number; released: number }>;
}

const DEFAULT_PRIORITY = 5;
const INTERACTIVE_FROM = 7;
const MAX_ATTEMPTS = 3;
const STUCK_MS = 5 * 60_000;
const RING_AGAIN_MS = 90_000;
const SWEEP_LIMIT = 100;
/** The longest delay that Queues accept. */
const LONGEST_DELAY_S = 12 * 3600;

export function createJobs(deps: JobsDeps): Jobs {
  let known: ReadonlyMap<string, JobHandler> | undefined;
  const handlerOf = (kind: string) => {
    known ??= new Map(deps.handlers().map((handler) => [handler.kind.name, handler]));
    return known.get(kind);
  };
  return {
    store: deps.store,
    kindOf: (name) => handlerOf(name)?.kind ?? { name, title: name },
    enqueue: (job) => enqueue(deps, job),
    enqueueAll: (jobs) => enqueueAll(deps, jobs),
    run: (id) => run(deps, handlerOf, id),
    async retry(id) {
      const job = await deps.store.retry(id, deps.now());
      if (job !== undefined) await ring(deps, [job]);
      return job;
    },
    cancel: (id) => deps.store.cancel(id, deps.now()),
    sweep: () => sweep(deps),
  };
}

async function enqueue(deps: JobsDeps, entry: NewJob): Promise<Job> {
  const { job, added } = await deps.store.insert(newJob(entry, deps));
  if (added) await ring(deps, [job]);
  return job;
}

async function enqueueAll(deps: JobsDeps, entries: readonly NewJob[]): Promise<Job[]> {
  if (entries.length === 0) return [];
  const added = await deps.store.insertAll(entries.map((entry) => newJob(entry, deps)));
  await ring(deps, added);
  return added;
}

function newJob(entry: NewJob, deps: JobsDeps): Job {
  const now = deps.now();
  return {
    id: entry.id ?? deps.ids.create("job"),
    kind: entry.kind.name,
    owner: entry.owner,
    ...(entry.conversation_id === undefined ? {} : { conversation_id: entry.conversation_id }),
    payload: entry.payload ?? {},
    priority: Math.min(10, Math.max(1, Math.round(entry.priority ?? DEFAULT_PRIORITY))),
    status: "pending",
    ...(entry.dedupe_key === undefined ? {} : { dedupe_key: entry.dedupe_key }),
    attempts: 0,
    max_attempts: entry.max_attempts ?? MAX_ATTEMPTS,
    run_after: entry.run_after ?? now,
    created_at: now,
    updated_at: now,
  };
}

/** A failure to ring is ignored: the sweep will ring again. */
async function ring(deps: JobsDeps, jobs: readonly Job[]): Promise<void> {
  const now = deps.now();
  const groups = Map.groupBy(jobs, (job) => `${urgencyOf(job)} ${delayOf(job, now)}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    try {
      const ids = group.map((job) => job.id);
      await deps.doorbell.ring(urgencyOf(first), ids, delayOf(first, now));
    } catch (cause) {
      deps.log("doorbell_failed", { jobs: group.length, cause: String(cause) });
    }
  }
}

function urgencyOf(job: Job): Urgency {
  return job.priority >= INTERACTIVE_FROM ? "interactive" : "background";
}

function delayOf(job: Job, now: number): number {
  return Math.min(LONGEST_DELAY_S, Math.max(0, Math.ceil((job.run_after - now) / 1000)));
}

async function run(deps: JobsDeps, handlerOf: (kind: string) => JobHandler | undefined, id: string) {
  const token = deps.ids.create("run");
  const job = await deps.store.claim(id, token, deps.now());
  if (job === undefined) return "not_mine";
  const claimed = { job, token };
  try {
    const result = await attempt(deps, handlerOf(job.kind), claimed);
    const isMine = await deps.store.complete(job.id, token, { result, now: deps.now() });
    return isMine ? "completed" : "taken";
  } catch (cause) {
    if (cause instanceof JobTakenError) return "taken";
    return settleFailure(deps, claimed, cause);
  }
}

/** A job with the claim token of this run. */
interface ClaimedJob {
  job: Job;
  token: string;
}

async function attempt(deps: JobsDeps, handler: JobHandler | undefined, { job, token }: ClaimedJob) {
  if (handler === undefined)
    throw new HopelessJobError(`No part of this version knows jobs of kind "${job.kind}".`);
  const payload = parsed(handler, job);
  const claim = new AbortController();
  const context: JobContext = {
    job,
    now: deps.now,
    signal: claim.signal,
    async heartbeat() {
      if (await deps.store.heartbeat(job.id, token, deps.now())) return;
      claim.abort();
      throw new JobTakenError();
    },
  };
  return handler.run(payload, context);
}

function parsed(handler: JobHandler, job: Job): unknown {
  try {
    return handler.parse(job.payload);
  } catch (cause) {
    throw new HopelessJobError(`The payload is not what ${job.kind} takes: ${messageOf(cause)}`);
  }
}

async function settleFailure(deps: JobsDeps, { job, token }: ClaimedJob, cause: unknown) {
  const now = deps.now();
  const again = job.attempts < job.max_attempts && !(cause instanceof HopelessJobError);
  const runAfter = again ? now + backoffMs(job.attempts) : null;
  const error = messageOf(cause);
  const mine = await deps.store.fail(job.id, token, { error, runAfter, now });
  deps.log("job_failed", { job: job.id, kind: job.kind, attempt: job.attempts, error });
  if (mine && runAfter === null) deps.onFailed?.(job);
  if (!mine || runAfter === null) return "failed";
  await ring(deps, [{ ...job, run_after: runAfter }]);
  return "retrying";
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 2_000);
}

async function sweep(deps: JobsDeps): Promise<{ rung: number; released: number }> {
  const now = deps.now();
  const released = await deps.store.releaseStuck(now - STUCK_MS, now);
  const lost = await deps.store.takeUnrung(now - RING_AGAIN_MS, now, SWEEP_LIMIT);
  await ring(deps, lost);
  if (released.length > 0) deps.log("jobs_released", { jobs: released.length });
  return { rung: lost.length, released: released.length };
}
