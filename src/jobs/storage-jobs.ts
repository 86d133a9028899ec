/** Background jobs of storage: remove expired data. */
import { z } from "zod";
import { defineJob, type JobHandler, type JobKind, type NewJob, PRIORITIES } from "./job.ts";

const EXPIRE: JobKind = { name: "storage.expire", title: "Delete expired files", recurs: "day" };
const DAY_MS = 86_400_000;

/** Enqueued daily; the id keeps it to one run a day. */
export function dailyStorageJobs(now: number): NewJob[] {
  return [
    {
      id: `job_storage_expire_${Math.floor(now / DAY_MS)}`,
      kind: EXPIRE,
      owner: "system",
      priority: PRIORITIES.scheduled,
    },
  ];
}

/** Removes expired data and returns how much. Idempotent, and safe to interrupt. */
type Expire = (now: number, heartbeat: () => Promise<void>) => Promise<number>;

export function createStorageJobs(expire: Expire): JobHandler[] {
  return [
    defineJob({
      kind: EXPIRE,
      schema: z.object({}),
      async run(_payload, { now, heartbeat }) {
        const removed = await expire(now(), heartbeat);
        return `${removed} objects removed`;
      },
    }),
  ];
}
