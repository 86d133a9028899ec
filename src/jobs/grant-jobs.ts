/** Removal of grants that ended long ago. */
import { z } from "zod";
import { defineJob, type JobHandler, type JobKind, type NewJob, PRIORITIES } from "./job.ts";

const PRUNE: JobKind = {
  name: "grants.prune",
  title: "Delete expired permissions",
  recurs: "day",
};
const DAY_MS = 86_400_000;

/** Enqueued daily; the id keeps it to one run a day. */
export function grantJobs(now: number): NewJob[] {
  return [
    {
      id: `job_grants_${Math.floor(now / DAY_MS)}`,
      kind: PRUNE,
      owner: "system",
      priority: PRIORITIES.scheduled,
    },
  ];
}

/** `prune` is idempotent. */
export function createGrantJobs(prune: () => Promise<void>): JobHandler[] {
  return [
    defineJob({
      kind: PRUNE,
      schema: z.object({}),
      async run() {
        await prune();
        return "done";
      },
    }),
  ];
}
