/** Background jobs, one by one and over time. */
import { z } from "zod";
import { JOB_STATUSES } from "../../jobs/job.ts";
import { type JsonOf, namedSchema, time } from "../schema.ts";

export const JobShape = namedSchema("Job", () =>
  z.object({
    id: z.string(),
    kind: z.string(),
    /** The job's purpose, in words. */
    title: z.string(),
    /** Whether a person may stop it before it ends. */
    can_cancel: z.boolean(),
    /** Whether a person may have it tried again now. */
    can_retry: z.boolean(),
    /** Whether the caller owns the job; others see it as operators. */
    is_own: z.boolean(),
    conversation_id: z.string().optional(),
    payload: z.unknown(),
    /** 1 to 10, the smallest first. */
    priority: z.number(),
    dedupe_key: z.string().optional(),
    status: z.enum(JOB_STATUSES),
    attempts: z.number(),
    max_attempts: z.number(),
    run_after: time(),
    started_at: time().nullable(),
    heartbeat_at: time().nullable(),
    finished_at: time().nullable(),
    created_at: time(),
    updated_at: time(),
    result: z.string().nullish(),
    error: z.string().nullish(),
  }),
);

const counts = () => z.array(z.number());

/** Jobs of one kind: at this moment, and slot by slot. */
const KindOverTimeShape = () =>
  z.object({
    kind: z.string(),
    title: z.string(),
    waits: z.number(),
    runs: z.number(),
    waiting: counts(),
    running: counts(),
    completed: counts(),
    failed: counts(),
  });

export const JobPictureShape = namedSchema("JobPicture", () =>
  z.object({
    /** Start of each slot. */
    slots: z.array(time()),
    kinds: z.array(KindOverTimeShape()),
  }),
);

export type Job = JsonOf<typeof JobShape>;
export type KindOverTime = JsonOf<typeof KindOverTimeShape>;
export type JobPicture = JsonOf<typeof JobPictureShape>;
