/** Views of schedules and of their runs. */
import { bodyOf } from "../../../schedules/fields.ts";
import type { ScheduleWithLastRun } from "../../../schedules/person-schedules.ts";
import type { Run } from "../../../schedules/schedule.ts";
import { wordsOf } from "../../../schedules/timing/words.ts";
import { iso } from "../../http/query.ts";

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
