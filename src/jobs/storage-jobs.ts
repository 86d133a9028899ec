/** What storage does in the background: what is only kept for a while goes. */
import { z } from "zod";
import { defineJob, type JobHandler, type NewJob } from "./job.ts";

const DAY_MS = 86_400_000;

/** To be added once a day; the id keeps it to that. */
export function dailyStorageJobs(now: number): NewJob[] {
  return [
    {
      id: `job_storage_expire_${Math.floor(now / DAY_MS)}`,
      kind: "storage.expire",
      owner: "system",
      priority: 1,
    },
  ];
}

/** Removes what was kept long enough; tells how much. Safe to repeat and to interrupt. */
export type Expire = (now: number, heartbeat: () => Promise<void>) => Promise<number>;

export function createStorageJobs(expire: Expire): JobHandler[] {
  return [
    defineJob({
      kind: "storage.expire",
      schema: z.object({}),
      async run(_payload, { now, heartbeat }) {
        const removed = await expire(now(), heartbeat);
        return `${removed} objects removed`;
      },
    }),
  ];
}
