/** Types of background jobs. Times are ms since the epoch. */
import type { z } from "zod";

export const JOB_STATUSES = ["pending", "running", "completed", "failed", "cancelled"] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

/** Occasions on which jobs come by themselves again and again: at the start of each hour, day or week (UTC), or after an event. */
export const RECURRENCES = ["hour", "day", "week", "conversation", "file", "promise"] as const;

export type Recurrence = (typeof RECURRENCES)[number];

/** A kind of job, declared beside the code that runs it. */
export interface JobKind {
  /** Stored with each job, so it never changes. */
  readonly name: string;
  /** Title shown to people. */
  readonly title: string;
  /** The reason why a person cannot cancel it; absent: they may. */
  readonly goes_on?: string;
  /** The reason why a person cannot try it again after its end; absent: they may. */
  readonly no_retry?: string;
  /** The job only watches the work of another. Lists show the other, and this one when it has failed. */
  readonly is_watch?: true;
  /** Absent: people or agents ask for jobs of this kind. Those of an hour, day or week are the instance's. */
  readonly recurs?: Recurrence;
}

export interface Job {
  id: string;
  /** Name of its kind, which may be one of another version of Nightjar. */
  kind: string;
  owner: string;
  conversation_id?: string;
  payload: unknown;
  /** 1 to 10, the smallest first: see `PRIORITIES`. */
  priority: number;
  status: JobStatus;
  dedupe_key?: string;
  attempts: number;
  max_attempts: number;
  run_after: number;
  started_at?: number;
  heartbeat_at?: number;
  finished_at?: number;
  result?: string;
  error?: string;
  created_at: number;
  updated_at: number;
}

export interface NewJob {
  /**
   * Idempotency key, for work that is done once: a second job with this id is not added, even after the first
   * has ended.
   */
  id?: string;
  kind: JobKind;
  owner: string;
  payload?: unknown;
  conversation_id?: string;
  /** Default `PRIORITIES.usual`. */
  priority?: number;
  /** While a job with this key is pending or running, another is not added. */
  dedupe_key?: string;
  /** Earliest start. */
  run_after?: number;
  /** Default 3. */
  max_attempts?: number;
}

/** The interface of a running job to its queue. */
export interface JobContext {
  job: Job;
  now(): number;
  /** Aborted when this run loses the job. */
  signal: AbortSignal;
  /**
   * Call it between the steps of a job, and at least every few minutes: a job without a heartbeat for five
   * minutes counts as dead. Rejects with `JobTakenError` if this run no longer holds the job, for example
   * because a person cancelled it.
   */
  heartbeat(): Promise<void>;
}

/**
 * Result of a run whose work goes on in a conversation. The job stays running, without a heartbeat, until
 * `Jobs.settle` is told of the outcome.
 */
export const HELD = Symbol("held");

export type JobResult = string | typeof HELD;

/** The end of a job without a result. */
export interface JobFailure {
  status: "failed" | "cancelled";
  reason: string;
  /** The work itself reported its end, so whoever waits for it knows already. */
  is_told: boolean;
}

/** Runs the jobs of one kind. A throw counts as a failed attempt. */
export interface JobHandler {
  kind: JobKind;
  /** Throws if the payload does not fit the kind: the job then fails for good. */
  parse(payload: unknown): unknown;
  /** The returned text is stored as the job's result. */
  run(payload: unknown, context: JobContext): Promise<JobResult>;
  /** Called once the job has failed for good or was cancelled; a rejection is logged, and not repeated. */
  over?(payload: unknown, job: Job, failure: JobFailure): Promise<void>;
  /** Called before a job that has failed or was cancelled waits again. A rejection leaves it as it was. */
  again?(payload: unknown, job: Job): Promise<void>;
}

export function defineJob<S extends z.ZodType>(definition: {
  kind: JobKind;
  schema: S;
  run(payload: z.output<S>, context: JobContext): Promise<JobResult>;
  over?(payload: z.output<S>, job: Job, failure: JobFailure): Promise<void>;
  again?(payload: z.output<S>, job: Job): Promise<void>;
}): JobHandler {
  const { kind, schema, run, over, again } = definition;
  return {
    kind,
    parse: (payload) => schema.parse(payload),
    run: (payload, context) => run(payload as z.output<S>, context),
    ...(over && { over: (payload, job, failure) => over(payload as z.output<S>, job, failure) }),
    ...(again && { again: (payload, job) => again(payload as z.output<S>, job) }),
  };
}

/** Throw it when a retry cannot help: the job fails at once. */
export class HopelessJobError extends Error {}

/**
 * The job was cancelled, or was released because its run seemed dead: this run must stop, its result is
 * discarded.
 */
export class JobTakenError extends Error {
  constructor() {
    super("This run has lost its claim on the job.");
  }
}

const MINUTE_MS = 60_000;

/** The smallest number goes first. */
export const PRIORITIES = {
  /** Somebody waits for it at this moment. */
  awaited: 2,
  /** Something has happened that an agent answers. */
  event: 4,
  /** An agent's task for another agent. */
  delegation: 4,
  /** A capability that is built for a person. */
  build: 5,
  usual: 6,
  learning: 8,
  upkeep: 9,
  /** All that a schedule or the clock starts. */
  scheduled: 10,
} as const;

/** Exponential backoff: 2 minutes after the first failed attempt, then 4, then 8. */
export function backoffMs(attempts: number): number {
  return 2 ** attempts * MINUTE_MS;
}
