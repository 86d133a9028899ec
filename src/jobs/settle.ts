/** The outcome of a job whose work went on elsewhere, as that place reports it. */
import { backoffMs, type Job, type JobFailure } from "./job.ts";
import type { JobStore } from "./ports.ts";

export type JobOutcome =
  | { status: "completed"; result: string }
  | { status: "failed"; error: string; is_retryable: boolean }
  | { status: "cancelled" };

interface SettleDeps {
  store: Pick<JobStore, "open" | "settle" | "postpone">;
  now(): number;
  ring(job: Job): Promise<void>;
  over(job: Job, failure: JobFailure): Promise<void>;
}

export async function settle(
  deps: SettleDeps,
  dedupe_key: string,
  outcome: JobOutcome,
): Promise<number | undefined> {
  const job = await deps.store.open(dedupe_key);
  if (job === undefined) return undefined;
  const isRetryable = outcome.status === "failed" && outcome.is_retryable;
  const at = isRetryable ? await postponed(deps, job, outcome.error) : undefined;
  if (at === undefined) await ended(deps, job.id, outcome);
  return at;
}

/** Time of the next attempt; undefined if none is left. */
async function postponed(
  { store, now, ring }: SettleDeps,
  { id, attempts }: Job,
  error: string,
): Promise<number | undefined> {
  const runAfter = now() + backoffMs(Math.max(1, attempts));
  const job = await store.postpone(id, { error, runAfter, now: now() });
  if (job === undefined) return undefined;
  await ring(job);
  return runAfter;
}

async function ended({ store, now, over }: SettleDeps, id: string, outcome: JobOutcome): Promise<void> {
  const { status } = outcome;
  const text = status === "completed" ? { result: outcome.result } : {};
  const error = status === "failed" ? { error: outcome.error } : {};
  const job = await store.settle(id, { status, ...text, ...error, now: now() });
  if (job === undefined || status === "completed") return;
  const reason = status === "failed" ? outcome.error : "It was stopped.";
  await over(job, { status, reason, is_told: true });
}
