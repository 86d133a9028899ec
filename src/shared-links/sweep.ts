/** Hourly removal of links that nobody can open any more. */
import { z } from "zod";
import { defineJob, type JobHandler, type JobKind, type NewJob, PRIORITIES } from "../jobs/job.ts";

const SWEEP: JobKind = { name: "shared_links.sweep", title: "Delete expired links", recurs: "hour" };
const HOUR_MS = 3_600_000;

/** The id keeps it to one run an hour. */
export function sweepJobs(now: number): NewJob[] {
  const id = `job_shared_links_${Math.floor(now / HOUR_MS)}`;
  return [{ id, kind: SWEEP, owner: "system", priority: PRIORITIES.scheduled }];
}

/** `sweep` is idempotent and returns the number of removed links. */
export function createSweepJobs(sweep: () => Promise<number>): JobHandler[] {
  const run = async () => `${await sweep()} links removed`;
  return [defineJob({ kind: SWEEP, schema: z.object({}), run })];
}
