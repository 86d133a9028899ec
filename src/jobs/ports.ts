/** What jobs need of the outside. */
import type { Job, JobStatus } from "./job.ts";

export type Urgency = "interactive" | "background";

/** The row is the truth: a job without a row does not exist. */
export interface JobStore {
  /** The stored job, or the one that already has its id or its dedupe key. */
  insert(job: Job): Promise<{ job: Job; added: boolean }>;
  /** In one transaction; those whose id or dedupe key is taken are left out of what it returns. */
  insertAll(jobs: readonly Job[]): Promise<Job[]>;
  get(id: string): Promise<Job | undefined>;
  /** Pending and due -> running, one attempt more. Undefined when somebody else has it, or it is not due. */
  claim(id: string, token: string, now: number): Promise<Job | undefined>;
  /** False when the run no longer holds the job. */
  heartbeat(id: string, token: string, now: number): Promise<boolean>;
  complete(id: string, token: string, done: { result: string; now: number }): Promise<boolean>;
  /** Back to pending at `runAfter`, or failed when that is null. */
  fail(
    id: string,
    token: string,
    failure: { error: string; runAfter: number | null; now: number },
  ): Promise<boolean>;
  /** Failed or cancelled -> pending, with its attempts counted anew. */
  retry(id: string, now: number): Promise<Job | undefined>;
  /** Pending or running -> cancelled: nobody holds it any more. Undefined when it has ended. */
  cancel(id: string, now: number): Promise<Job | undefined>;
  /** Due, and not rung for since `rungBefore`; they count as rung from now on. */
  takeUnrung(rungBefore: number, now: number, limit: number): Promise<Job[]>;
  /** Running without a sign of life since `before`: back to pending, or failed when no attempt is left. */
  releaseStuck(before: number, now: number): Promise<Job[]>;
  list(
    filter: { owner?: string; status?: JobStatus; kind?: string },
    page: { limit: number; before?: string },
  ): Promise<Job[]>;
  /** How many stand how at this moment, and what happened to those that were added since `from`. */
  counts(filter: { owner?: string }, range: { from: number; slot_ms: number }): Promise<JobCounts>;
  /** Finished before that time. */
  prune(before: number): Promise<number>;
}

export interface JobCounts {
  now: { kind: string; status: "pending" | "running"; count: number }[];
  /** Jobs of one kind and state whose times fall into the same slots; a slot is a time divided by its length, null: not yet. */
  since: {
    kind: string;
    status: JobStatus;
    created: number;
    started: number | null;
    finished: number | null;
    count: number;
  }[];
}

/** A doorbell may be lost, late or rung twice: nothing depends on it but speed. */
export interface Doorbell {
  ring(urgency: Urgency, ids: readonly string[], delaySeconds: number): Promise<void>;
}
