/** Background work: what waits, runs, is done or has failed. */
import { call, query, type Result } from "./http.ts";

export type JobStatus = "pending" | "running" | "completed" | "failed" | "cancelled";

export interface Job {
  id: string;
  kind: string;
  /** What it does. */
  title: string;
  can_cancel: boolean;
  conversation_id?: string;
  payload: unknown;
  status: JobStatus;
  attempts: number;
  max_attempts: number;
  /** ISO 8601, as are the next three. Not before this time. */
  run_after: string;
  created_at: string;
  started_at?: string | null;
  finished_at?: string | null;
  result?: string | null;
  error?: string | null;
}

export interface JobsWanted {
  status: JobStatus | null;
  /** Everybody's: for the operator. */
  all: boolean;
  limit: number;
}

export function listJobs({
  status,
  all,
  limit,
}: JobsWanted): Promise<Result<{ items: Job[]; next_cursor: string | null }>> {
  return call("GET", `/jobs${query({ status, all: all ? "true" : null, limit })}`);
}

export function retryJob(id: string): Promise<Result<Job>> {
  return call("POST", `/jobs/${encodeURIComponent(id)}/retry`, {});
}

/** Of a job that waits or runs. */
export function cancelJob(id: string): Promise<Result<Job>> {
  return call("POST", `/jobs/${encodeURIComponent(id)}/cancel`, {});
}

/** Of one kind: at this moment, and slot by slot. */
export interface KindOverTime {
  kind: string;
  title: string;
  waits: number;
  runs: number;
  waiting: number[];
  running: number[];
  completed: number[];
  failed: number[];
}

export interface JobPicture {
  /** When each slot begins, ISO 8601. */
  slots: string[];
  kinds: KindOverTime[];
}

export function readPicture(hours: number, all: boolean): Promise<Result<JobPicture>> {
  return call("GET", `/jobs/picture${query({ hours, all: all ? "true" : null })}`);
}
