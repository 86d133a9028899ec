/** Background jobs of storage: remove expired data. */
import { z } from "zod";
import { defineJob, type JobHandler, type JobKind, type NewJob, PRIORITIES } from "./job.ts";

const EXPIRE: JobKind = { name: "storage.expire", title: "Delete expired files", recurs: "day" };
/** People are told that their voice is kept for a day, so it does not wait for the next one. */
const EXPIRE_SPOKEN: JobKind = { name: "speech.expire", title: "Delete expired recordings", recurs: "hour" };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Jobs of this day and of this hour; their ids make each run once. */
export function regularStorageJobs(now: number): NewJob[] {
  const regular = { owner: "system", priority: PRIORITIES.scheduled };
  return [
    { ...regular, id: `job_storage_expire_${Math.floor(now / DAY_MS)}`, kind: EXPIRE },
    { ...regular, id: `job_speech_expire_${Math.floor(now / HOUR_MS)}`, kind: EXPIRE_SPOKEN },
  ];
}

/** Removes expired data and returns how much. Idempotent, and safe to interrupt. */
type Expire = (now: number, heartbeat: () => Promise<void>) => Promise<number>;

/** `spoken`: of recordings and transcripts alone. */
export function createStorageJobs({ expire, spoken }: { expire: Expire; spoken: Expire }): JobHandler[] {
  return [jobOf(EXPIRE, expire), jobOf(EXPIRE_SPOKEN, spoken)];
}

function jobOf(kind: JobKind, expire: Expire): JobHandler {
  return defineJob({
    kind,
    schema: z.object({}),
    async run(_payload, { now, heartbeat }) {
      const removed = await expire(now(), heartbeat);
      return `${removed} objects removed`;
    },
  });
}
