/** The vocabulary of background work. Times are ms since the epoch. */
import type { z } from "zod";
import type { JobKind } from "./kinds.ts";

export const JOB_STATUSES = ["pending", "running", "completed", "failed", "cancelled"] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

export interface Job {
  id: string;
  /** A `JobKind`, or one of another version. */
  kind: string;
  owner: string;
  conversation_id?: string;
  payload: unknown;
  /** 1 to 10; from 7 on it goes before what can wait. */
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
  /** Given for work that is to be done once: a second job with this id is not added, even after the first has ended. */
  id?: string;
  kind: JobKind;
  owner: string;
  payload?: unknown;
  conversation_id?: string;
  /** Default 5. */
  priority?: number;
  /** While one with this key is pending or running, another is not added. */
  dedupe_key?: string;
  /** Not before this time. */
  run_after?: number;
  /** Default 3. */
  max_attempts?: number;
}

/** What a running job may use. */
export interface JobContext {
  job: Job;
  now(): number;
  /** Aborted when the job is taken away from this run. */
  signal: AbortSignal;
  /**
   * To be called between the steps of a job, and at least every few minutes: one without a sign of life for five is taken
   * for dead. Rejects with `JobTakenError` when it is this run's no more, as when a person has cancelled it.
   */
  heartbeat(): Promise<void>;
}

/** A kind of job: what its payload must be, and what is done. A throw is a failed attempt. */
export interface JobHandler {
  kind: JobKind;
  /** Throws when the payload is not what the kind takes: such a job fails for good. */
  parse(payload: unknown): unknown;
  /** The returned text is kept as the job's result. */
  run(payload: unknown, context: JobContext): Promise<string>;
}

export function defineJob<S extends z.ZodType>(definition: {
  kind: JobKind;
  schema: S;
  run(payload: z.output<S>, context: JobContext): Promise<string>;
}): JobHandler {
  const { kind, schema, run } = definition;
  return {
    kind,
    parse: (payload) => schema.parse(payload),
    run: (payload, context) => run(payload as z.output<S>, context),
  };
}

/** A failure that another attempt cannot mend. */
export class HopelessJobError extends Error {}

/** Somebody has cancelled the job, or it was taken for dead: whatever this run still does is for nobody. */
export class JobTakenError extends Error {
  constructor() {
    super("The job was taken from this run.");
  }
}

const MINUTE_MS = 60_000;

/** 2 minutes after the first failed attempt, then 4, then 8. */
export function backoffMs(attempts: number): number {
  return 2 ** attempts * MINUTE_MS;
}
