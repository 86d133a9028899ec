/** Schedules as the API takes and shows them, and their runs. */
import { z } from "zod";
import { PLACES, type ScheduleBody, type TimingBody } from "../schedules/fields.ts";
import { KINDS } from "../schedules/schedule.ts";
import { type ChangeTo, type JsonOf, listOf, namedSchema, type SchemaInput, time } from "./schema.ts";

export const ScheduleRunShape = namedSchema("ScheduleRun", () =>
  z.object({
    /** The time for which it was due. */
    occurrence: time(),
    state: z.enum(["queued", "running", "waiting", "completed", "halted", "failed", "skipped"]),
    delivery: z.enum(["none", "pending", "sent", "failed", "silent"]),
    cause: z.enum(["time", "person"]),
    conversation_id: z.string().nullable(),
    turn_id: z.string().nullable(),
    /** The conversation that was told its result, if it was another one. */
    told_in: z.string().nullable(),
    reason: z.string().nullable(),
    delivery_reason: z.string().nullable(),
    cost_usd: z.number().nullable(),
    started_at: time(),
    ended_at: time().nullable(),
  }),
);

export const ScheduleShape = namedSchema("Schedule", () =>
  z.object({
    id: z.string(),
    kind: z.enum(KINDS),
    name: z.string(),
    text: z.string(),
    agent: z.string().nullable(),
    cron: z.string().nullable(),
    every_minutes: z.number().nullable(),
    at: time().nullable(),
    time_zone: z.string(),
    quiet: z.object({ from: z.string(), to: z.string() }).nullable(),
    missed: z.enum(["once", "skip"]),
    runs_in: z.enum(["conversation", "isolated"]),
    conversation_id: z.string().nullable(),
    channel: z.enum(PLACES).nullable(),
    /** The timing in plain words. */
    words: z.string(),
    state: z.enum(["active", "paused", "stopped", "done"]),
    reason: z.string().nullable(),
    next_at: time().nullable(),
    last_run: ScheduleRunShape().nullable(),
    skipped: z.number(),
    skip_reason: z.string().nullable(),
    runs: z.number(),
    cost_usd: z.number(),
    trust: z.enum(["trusted", "untrusted"]),
    created_at: time(),
    updated_at: time(),
  }),
);

export const SchedulePreviewShape = namedSchema("SchedulePreview", () =>
  z.object({ words: z.string(), time_zone: z.string(), next: z.array(time()) }),
);

const OccurrenceShape = () =>
  z.object({ schedule_id: z.string(), name: z.string(), kind: z.enum(KINDS), at: time() });

export const CalendarShape = () => listOf(OccurrenceShape());

export type ScheduleFields = SchemaInput<typeof ScheduleBody>;
export type ScheduleChange = ChangeTo<ScheduleFields>;
export type TimingFields = SchemaInput<typeof TimingBody>;
export type Schedule = JsonOf<typeof ScheduleShape>;
export type ScheduleRun = JsonOf<typeof ScheduleRunShape>;
export type SchedulePreview = JsonOf<typeof SchedulePreviewShape>;
export type Occurrence = JsonOf<typeof OccurrenceShape>;
