/** Ports of the job queue: storage and doorbell. */
import type { Job, JobStatus } from "./job.ts";

export type Urgency = "interactive" | "background";

/** Both ends included. */
export interface PriorityRange {
  from: number;
  to: number;
}

/** The row is the source of truth: a job without a row does not exist. */
export interface JobStore {
  /** Returns the new job, or the existing one with its id or its dedupe key. */
  insert(job: Job): Promise<{ job: Job; added: boolean }>;
  /** Adds all in one transaction; returns those that were added, without those whose id or dedupe key is in use. */
  insertAll(jobs: readonly Job[]): Promise<Job[]>;
  get(id: string): Promise<Job | undefined>;
  /** The pending or running job with that dedupe key. */
  open(dedupe_key: string): Promise<Job | undefined>;
  /**
   * Pending and due -> running, with one attempt more. Undefined if another run has claimed it, or it is not
   * due.
   */
  claim(id: string, token: string, now: number): Promise<Job | undefined>;
  /** Claims the due job whose turn it is: the smallest priority in that range, then the earliest. */
  claimFirst(priorities: PriorityRange, token: string, now: number): Promise<Job | undefined>;
  /** False if the run no longer holds the job. */
  heartbeat(id: string, token: string, now: number): Promise<boolean>;
  /** The work goes on elsewhere: the run's claim and heartbeat end, the job stays running. */
  hold(id: string, token: string, now: number): Promise<boolean>;
  complete(id: string, token: string, done: { result: string; now: number }): Promise<boolean>;
  /** Back to pending at `runAfter`, or failed if that is null. */
  fail(
    id: string,
    token: string,
    failure: { error: string; runAfter: number | null; now: number },
  ): Promise<boolean>;
  /** Pending or running, whoever holds it -> its end. Undefined if it has ended, or there is none. */
  settle(id: string, end: JobEnd): Promise<Job | undefined>;
  /** Pending or running, with attempts left -> pending at `runAfter`. Undefined otherwise. */
  postpone(id: string, failure: { error: string; runAfter: number; now: number }): Promise<Job | undefined>;
  /** Failed or cancelled -> pending, with the attempts reset. */
  retry(id: string, now: number): Promise<Job | undefined>;
  /** Pending or running -> cancelled: its run loses the claim. Undefined if it has ended. */
  cancel(id: string, now: number): Promise<Job | undefined>;
  /** Due jobs not rung for since `rungBefore`; marks them as rung. */
  takeUnrung(rungBefore: number, now: number, limit: number): Promise<Job[]>;
  /**
   * Running jobs without a heartbeat since `before`: back to pending, or failed if no attempt is left. Held
   * jobs that nothing was heard of since `heldBefore` have failed. Returns both.
   */
  releaseStuck(before: number, heldBefore: number, now: number): Promise<Job[]>;
  /** `without`: kinds of which only failed jobs are listed. */
  list(
    filter: { owner?: string; status?: JobStatus; kind?: string; without?: readonly string[] },
    page: { limit: number; before?: string },
  ): Promise<Job[]>;
  /** Reads for each kind the owner's newest job that has started, their number, and when the next one is due. */
  latest(owner: string, kinds: readonly string[]): Promise<LatestJob[]>;
  /** Number of jobs by kind and state now, and the history of those added since `from`. */
  counts(filter: { owner?: string }, range: { from: number; slot_ms: number }): Promise<JobCounts>;
  /** Deletes jobs that finished before that time; returns their number. */
  prune(before: number): Promise<number>;
}

export interface LatestJob {
  kind: string;
  /** Absent: only jobs that wait. */
  job?: Job;
  count: number;
  /** Earliest start of those that wait, in ms since the epoch; null: none waits. */
  next_at: number | null;
}

export interface JobEnd {
  status: "completed" | "failed" | "cancelled";
  result?: string;
  error?: string;
  now: number;
}

export interface JobCounts {
  now: { kind: string; status: "pending" | "running"; count: number }[];
  /**
   * Jobs of one kind and state whose times fall into the same slots; a slot is a time divided by the slot
   * length, null if it has not happened yet.
   */
  since: {
    kind: string;
    status: JobStatus;
    created: number;
    started: number | null;
    finished: number | null;
    count: number;
  }[];
}

/**
 * Announces jobs to the queue consumer. A message may be lost, late or doubled: only latency depends on it.
 */
export interface Doorbell {
  ring(urgency: Urgency, ids: readonly string[], delaySeconds: number): Promise<void>;
}
