/** Background jobs of storage: remove expired data. */
import { z } from "zod";
import { KEPT_MS } from "../voice/recordings.ts";
import { defineJob, type JobHandler, type JobKind, type NewJob, PRIORITIES } from "./job.ts";

const EXPIRE: JobKind = { name: "storage.expire", title: "Delete expired files", recurs: "day" };
/** People are told that their voice is kept for a day, so its end does not wait for the next one. */
const EXPIRE_SPOKEN: JobKind = { name: "speech.expire", title: "Delete expired recordings", recurs: "hour" };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const OF_INSTANCE = { owner: "system", priority: PRIORITIES.scheduled };

/** Enqueued daily; the id keeps it to one run a day. */
export function dailyStorageJobs(now: number): NewJob[] {
  return [{ ...OF_INSTANCE, id: `job_storage_expire_${Math.floor(now / DAY_MS)}`, kind: EXPIRE }];
}

/** Deletes what is kept as sound from now on, at the full hour after its day. The id keeps it to one run an hour. */
export function spokenExpiryJob(now: number): NewJob {
  const hour = Math.floor((now + KEPT_MS) / HOUR_MS) + 1;
  return { ...OF_INSTANCE, id: `job_speech_expire_${hour}`, kind: EXPIRE_SPOKEN, run_after: hour * HOUR_MS };
}

/** Removes expired data and returns how much. Idempotent, and safe to interrupt. */
type Expire = (now: number, heartbeat: () => Promise<void>) => Promise<number>;

/** `spoken`: of recordings alone. */
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
