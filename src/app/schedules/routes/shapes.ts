/** Schedules as the API answers them. */
import { z } from "zod";
import { listOf, namedSchema, time } from "../../../contract/schema.ts";
import { bodyOf } from "../../../schedules/fields.ts";
import type { ScheduleWithLastRun } from "../../../schedules/person-schedules.ts";
import { KINDS, type Run } from "../../../schedules/schedule.ts";
import { wordsOf } from "../../../schedules/timing/words.ts";
import { iso } from "../../http/query.ts";

export const RunShape = namedSchema("ScheduleRun", () =>
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
    channel: z.string().nullable(),
    /** The timing in plain words. */
    words: z.string(),
    state: z.enum(["active", "paused", "stopped", "done"]),
    reason: z.string().nullable(),
    next_at: time().nullable(),
    last_run: RunShape().nullable(),
    skipped: z.number(),
    skip_reason: z.string().nullable(),
    runs: z.number(),
    cost_usd: z.number(),
    trust: z.enum(["trusted", "untrusted"]),
    created_at: time(),
    updated_at: time(),
  }),
);

export const PreviewShape = namedSchema("SchedulePreview", () =>
  z.object({ words: z.string(), time_zone: z.string(), next: z.array(time()) }),
);

export const CalendarShape = () =>
  listOf(z.object({ schedule_id: z.string(), name: z.string(), kind: z.enum(KINDS), at: time() }));

export function scheduleView({ schedule, last }: ScheduleWithLastRun) {
  const { id, wish, maker, state, reason, next_at, skipped, skip_reason, runs, cost_usd } = schedule;
  const { cron = null, every_minutes = null, at = null, text = "", ...body } = bodyOf(schedule);
  return {
    id,
    ...body,
    ...{ text, cron, every_minutes, at, state, reason, skipped, skip_reason, runs, cost_usd },
    words: wordsOf(wish.timing, wish.time_zone),
    next_at: isoOr(next_at),
    last_run: last && runView(last),
    trust: maker.trust,
    created_at: iso(schedule.created_at),
    updated_at: iso(schedule.updated_at),
  };
}

export function runView(run: Run) {
  const { state, delivery, cause, conversation_id, turn_id, told_in, reason, delivery_reason, cost_usd } =
    run;
  return {
    occurrence: iso(run.occurrence),
    ...{ state, delivery, cause, conversation_id, turn_id, told_in, reason, delivery_reason, cost_usd },
    started_at: iso(run.started_at),
    ended_at: isoOr(run.ended_at),
  };
}

function isoOr(at: number | null): string | null {
  return at === null ? null : iso(at);
}
