/**
 * The job queue: a job is stored as a row, announced by a doorbell message, claimed once, tried three times.
 */
import type { Ids } from "../domain/ids.ts";
import type { JobRun } from "../observability/job-run.ts";
import { type Job, type JobFailure, type JobHandler, type JobKind, type NewJob, PRIORITIES } from "./job.ts";
import type { Doorbell, JobStore, Urgency } from "./ports.ts";
import { ring } from "./ring.ts";
import { CANCELLED, over, payloadOf, type RunDeps, type RunResult, run, runFirst } from "./run.ts";
import { type JobOutcome, settle } from "./settle.ts";

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
  /** Hook for the end of an attempt whose run still held the job; must not throw. */
  onRan?(run: JobRun): void;
}

export interface Jobs {
  store: JobStore;
  /** The kind of that name; one that is unknown here has its name as title. */
  kindOf(name: string): JobKind;
  /** Names of the kinds that only watch other jobs. */
  watches(): string[];
  /** Kinds whose jobs come by themselves again and again. */
  recurring(): JobKind[];
  /** The job is durable once this resolves. If its dedupe key is in use, the earlier job is returned. */
  enqueue(job: NewJob): Promise<Job>;
  /** Enqueues many jobs in one write. Returns the jobs that were added. */
  enqueueAll(jobs: readonly NewJob[]): Promise<Job[]>;
  /** Runs one job if it is due and unclaimed. Never throws because of the job's own failure. */
  run(id: string): Promise<RunResult>;
  /** Runs the due job whose turn it is in that queue: `not_mine` if none is due. */
  runFirst(urgency: Urgency): Promise<RunResult>;
  /** Undefined if it has not ended, or the same work waits as another job. Rejects if its kind refuses. */
  retry(id: string): Promise<Job | undefined>;
  /**
   * Takes the outcome of the open job with that dedupe key, whose work went on elsewhere. A failure that may pass
   * makes it wait for its next attempt, while any are left: returns its time in ms since the epoch. Undefined: the
   * job has ended, or there is none. Idempotent.
   */
  settle(dedupe_key: string, outcome: JobOutcome): Promise<number | undefined>;
  /**
   * Cancels the job: a pending one never runs, a running one stops at its next step. Undefined if it has
   * ended.
   */
  cancel(id: string): Promise<Job | undefined>;
  /**
   * Call it each minute: rings for jobs whose message was lost, releases jobs that are stuck. A message counts as
   * lost after `ring_again_ms`, usually 90 seconds. Runs without a sign of life since `dead_before` (ms since the epoch) are
   * stuck, though five minutes have not passed: their process is gone.
   */
  sweep(ring_again_ms?: number, dead_before?: number): Promise<{ rung: number; released: number }>;
}

const MAX_ATTEMPTS = 3;
const STUCK_MS = 5 * 60_000;
/** A held job may wait for a person for long. */
const HELD_MS = 30 * 86_400_000;
const RING_AGAIN_MS = 90_000;
const SWEEP_LIMIT = 100;

export function createJobs(deps: JobsDeps): Jobs {
  let known: ReadonlyMap<string, JobHandler> | undefined;
  const handlerOf = (kind: string) => {
    known ??= new Map(deps.handlers().map((handler) => [handler.kind.name, handler]));
    return known.get(kind);
  };
  const inner: RunDeps = { ...deps, handlerOf };
  const settling = {
    ...inner,
    ring: (job: Job) => ring(inner, [job]),
    over: (job: Job, failure: JobFailure) => over(inner, job, failure),
  };
  return {
    store: deps.store,
    kindOf: (name) => handlerOf(name)?.kind ?? { name, title: name },
    watches: () => deps.handlers().flatMap(({ kind }) => (kind.is_watch ? [kind.name] : [])),
    recurring: () => deps.handlers().flatMap(({ kind }) => (kind.recurs === undefined ? [] : [kind])),
    enqueue: (job) => enqueue(deps, job),
    enqueueAll: (jobs) => enqueueAll(deps, jobs),
    run: (id) => run(inner, id),
    runFirst: (urgency) => runFirst(inner, urgency),
    retry: (id) => retry(inner, id),
    settle: (dedupe_key, outcome) => settle(settling, dedupe_key, outcome),
    cancel: (id) => cancel(inner, id),
    sweep: (ring_again_ms, dead_before) => sweep(inner, ring_again_ms, dead_before),
  };
}

async function cancel(deps: RunDeps, id: string): Promise<Job | undefined> {
  const job = await deps.store.cancel(id, deps.now());
  const failure = { status: "cancelled", reason: CANCELLED, is_told: false } as const;
  if (job !== undefined) await over(deps, job, failure);
  return job;
}

async function retry(deps: RunDeps, id: string): Promise<Job | undefined> {
  const ended = await deps.store.get(id);
  const handler = ended && deps.handlerOf(ended.kind);
  if (ended && handler?.again && (ended.status === "failed" || ended.status === "cancelled"))
    await handler.again(payloadOf(handler, ended), ended);
  const job = await deps.store.retry(id, deps.now());
  if (job !== undefined) await ring(deps, [job]);
  return job;
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
    priority: Math.min(10, Math.max(1, Math.round(entry.priority ?? PRIORITIES.usual))),
    status: "pending",
    ...(entry.dedupe_key === undefined ? {} : { dedupe_key: entry.dedupe_key }),
    attempts: 0,
    max_attempts: entry.max_attempts ?? MAX_ATTEMPTS,
    run_after: entry.run_after ?? now,
    created_at: now,
    updated_at: now,
  };
}

async function sweep(
  deps: RunDeps,
  ring_again_ms = RING_AGAIN_MS,
  dead_before = 0,
): Promise<{ rung: number; released: number }> {
  const now = deps.now();
  const released = await deps.store.releaseStuck(Math.max(now - STUCK_MS, dead_before), now - HELD_MS, now);
  for (const job of released)
    if (job.status === "failed")
      await over(deps, job, { status: "failed", reason: job.error ?? "", is_told: false });
  const lost = await deps.store.takeUnrung(now - ring_again_ms, now, SWEEP_LIMIT);
  await ring(deps, lost);
  if (released.length > 0) deps.log("jobs_released", { jobs: released.length });
  return { rung: lost.length, released: released.length };
}
