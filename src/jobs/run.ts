/** Run of a job: claimed, tried, and settled by how the attempt ended. */
import type { Ids } from "../domain/ids.ts";
import type { JobRun } from "../observability/job-run.ts";
import {
  backoffMs,
  HELD,
  HopelessJobError,
  type Job,
  type JobContext,
  type JobFailure,
  type JobHandler,
  JobTakenError,
} from "./job.ts";
import type { JobStore, Urgency } from "./ports.ts";
import { PRIORITIES_OF, type RingDeps, ring } from "./ring.ts";

export interface RunDeps extends RingDeps {
  store: JobStore;
  ids: Ids;
  /** The handler of the kind of that name. */
  handlerOf(kind: string): JobHandler | undefined;
  /** Called when a job has failed for good. */
  onFailed?(job: Job): void;
  /** Hook for the end of an attempt whose run still held the job; must not throw. */
  onRan?(run: JobRun): void;
}

export const CANCELLED = "It was cancelled on the Jobs page.";

export type RunResult = "completed" | "held" | "failed" | "retrying" | "not_mine" | "taken";

export async function run(deps: RunDeps, id: string): Promise<RunResult> {
  const token = deps.ids.create("run");
  const job = await deps.store.claim(id, token, deps.now());
  return job === undefined ? "not_mine" : runClaimed(deps, { job, token });
}

/** Runs the job whose turn it is among those that ring that queue. */
export async function runFirst(deps: RunDeps, urgency: Urgency): Promise<RunResult> {
  const token = deps.ids.create("run");
  const job = await deps.store.claimFirst(PRIORITIES_OF[urgency], token, deps.now());
  return job === undefined ? "not_mine" : runClaimed(deps, { job, token });
}

async function runClaimed(deps: RunDeps, claimed: ClaimedJob): Promise<RunResult> {
  const started_at = deps.now();
  const result = await settled(deps, claimed);
  const { id, kind, attempts: attempt, conversation_id } = claimed.job;
  const about = { id, kind, attempt, ...(conversation_id !== undefined && { conversation_id }) };
  if (result !== "taken") deps.onRan?.({ ...about, result, started_at, ended_at: deps.now() });
  return result;
}

async function settled(deps: RunDeps, claimed: ClaimedJob): Promise<Exclude<RunResult, "not_mine">> {
  const { job, token } = claimed;
  try {
    const result = await attempt(deps, claimed);
    if (result === HELD) return await hold(deps, claimed);
    const isMine = await deps.store.complete(job.id, token, { result, now: deps.now() });
    return isMine ? "completed" : "taken";
  } catch (cause) {
    if (cause instanceof JobTakenError) return "taken";
    return settleFailure(deps, claimed, cause);
  }
}

/** A job that was cancelled while its work was handed over stops that work now. */
async function hold(deps: RunDeps, { job, token }: ClaimedJob) {
  if (await deps.store.hold(job.id, token, deps.now())) return "held";
  const now = await deps.store.get(job.id);
  if (now?.status === "cancelled")
    await over(deps, now, { status: "cancelled", reason: CANCELLED, is_told: false });
  return "taken";
}

/** A job with the claim token of this run. */
interface ClaimedJob {
  job: Job;
  token: string;
}

async function attempt(deps: RunDeps, { job, token }: ClaimedJob) {
  const handler = deps.handlerOf(job.kind);
  if (handler === undefined)
    throw new HopelessJobError(`No part of this version knows jobs of kind "${job.kind}".`);
  const payload = payloadOf(handler, job);
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

export function payloadOf(handler: JobHandler, job: Job): unknown {
  try {
    return handler.parse(job.payload);
  } catch (cause) {
    throw new HopelessJobError(`The payload is not what ${job.kind} takes: ${messageOf(cause)}`);
  }
}

async function settleFailure(deps: RunDeps, { job, token }: ClaimedJob, cause: unknown) {
  const now = deps.now();
  const again = job.attempts < job.max_attempts && !(cause instanceof HopelessJobError);
  const runAfter = again ? now + backoffMs(job.attempts) : null;
  const error = messageOf(cause);
  const mine = await deps.store.fail(job.id, token, { error, runAfter, now });
  deps.log("job_failed", { job: job.id, kind: job.kind, attempt: job.attempts, error });
  if (mine && runAfter === null) await over(deps, job, { status: "failed", reason: error, is_told: false });
  if (!mine || runAfter === null) return "failed";
  await ring(deps, [{ ...job, run_after: runAfter }]);
  return "retrying";
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 2_000);
}

/** Tells the job's kind, and the people who look on. Does not reject. */
export async function over(deps: RunDeps, job: Job, failure: JobFailure): Promise<void> {
  const handler = deps.handlerOf(job.kind);
  if (failure.status === "failed") deps.onFailed?.(job);
  try {
    if (handler?.over) await handler.over(payloadOf(handler, job), job, failure);
  } catch (cause) {
    deps.log("job_end_not_told", { job: job.id, kind: job.kind, cause: messageOf(cause) });
  }
}
