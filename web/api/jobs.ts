/** Background jobs: waiting, running, completed and failed. */
import { call, query, type Result } from "./http.ts";

export type JobStatus = "pending" | "running" | "completed" | "failed" | "cancelled";

export interface Job {
  id: string;
  kind: string;
  /** The job's purpose. */
  title: string;
  can_cancel: boolean;
  conversation_id?: string;
  payload: unknown;
  status: JobStatus;
  attempts: number;
  max_attempts: number;
  /** Earliest start. ISO 8601, like the next three. */
  run_after: string;
  created_at: string;
  started_at?: string | null;
  finished_at?: string | null;
  result?: string | null;
  error?: string | null;
}

interface JobsWanted {
  status: JobStatus | null;
  /** Everybody's jobs; for the operator. */
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

/** For a job that waits or runs. */
export function cancelJob(id: string): Promise<Result<Job>> {
  return call("POST", `/jobs/${encodeURIComponent(id)}/cancel`, {});
}

/** Jobs of one kind: at this moment, and slot by slot. */
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
  /** Begin of each slot, ISO 8601. */
  slots: string[];
  kinds: KindOverTime[];
}

export function readPicture(hours: number, all: boolean): Promise<Result<JobPicture>> {
  return call("GET", `/jobs/picture${query({ hours, all: all ? "true" : null })}`);
}
