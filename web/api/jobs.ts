/** Background jobs: waiting, running, completed and failed. */
import type { Page } from "../../src/channels/web/wire.ts";
import type { Job, JobPicture, KindOverTime } from "../../src/contract/instance/jobs.ts";
import { api, type Result } from "./http.ts";

export type { Job, JobPicture, KindOverTime };
export type JobStatus = Job["status"];

interface JobsWanted {
  status: JobStatus | null;
  /** Everybody's jobs; for the operator. */
  all: boolean;
  limit: number;
}

export function listJobs({ status, all, limit }: JobsWanted): Promise<Result<Page<Job>>> {
  return api("GET /jobs", { status, all: all || undefined, limit });
}

export function retryJob(id: string): Promise<Result<Job>> {
  return api("POST /jobs/{id}/retry", { id }, {});
}

/** Cancels a job that waits or runs. */
export function cancelJob(id: string): Promise<Result<Job>> {
  return api("POST /jobs/{id}/cancel", { id }, {});
}

export function readPicture(hours: number, all: boolean): Promise<Result<JobPicture>> {
  return api("GET /jobs/picture", { hours, all: all || undefined });
}
