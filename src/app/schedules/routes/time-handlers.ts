/** Answers to the routes of schedules' times, loaded by the first of them. */
import type { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
import type { TimingBody } from "../../../schedules/fields.ts";
import type { Schedule, ScheduleId } from "../../../schedules/schedule.ts";
import { timedOf } from "../../../schedules/timing/due.ts";
import { between } from "../../../schedules/timing/occurrences.ts";
import { wordsOf } from "../../../schedules/timing/words.ts";
import { timingOf } from "../../../schedules/wish.ts";
import type { ApiContext } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import type { CalendarQuery, RunsQuery } from "./fields.ts";
import { book, own, unwrapChecked, writingOf } from "./handlers.ts";
import { runView } from "./view.ts";

const SHOWN_NEXT = 5;
const LONGEST_MS = 62 * 86_400_000;
const FAR_MS = 10 * 366 * 86_400_000;
const DAY_MS = 86_400_000;
/** Times of one schedule in a day; a more frequent one is not counted to its end. */
const MOST_A_DAY = 12;
const MOST = 2_000;

export async function preview(context: ApiContext, body: TimingBody) {
  const writing = await writingOf(context);
  const timed = { ...unwrapChecked(timingOf(body, writing)), anchor: writing.now };
  const next = between(timed, { after: writing.now, until: writing.now + FAR_MS }, SHOWN_NEXT);
  const { timing, time_zone } = timed;
  return reply(200, { words: wordsOf(timing, time_zone), time_zone, next: next.map((at) => iso(at)) });
}

export async function calendar(context: ApiContext, query: z.output<ReturnType<typeof CalendarQuery>>) {
  const [from, until] = [Date.parse(query.from), Date.parse(query.until)];
  if (until <= from || until - from > LONGEST_MS)
    throw new AppError("malformed_request", "until: give a time after `from`, at most 62 days later.");
  const span = { from, until, now: servicesOf(context).now() };
  const listed = await book(context).list();
  const items = listed.flatMap(({ schedule }) =>
    schedule.state === "active" ? timesOf(schedule, span).map((at) => ({ schedule, at })) : [],
  );
  const shown = items.sort((a, b) => a.at - b.at).slice(0, MOST);
  return reply(200, {
    items: shown.map(({ schedule: { id, wish }, at }) => ({
      ...{ schedule_id: id, name: wish.name, kind: wish.kind },
      at: iso(at),
    })),
    next_cursor: null,
  });
}

interface Span {
  from: number;
  until: number;
  now: number;
}

/** Collected day by day, so that a frequent schedule leaves no day out. Past times are left out. */
function timesOf(schedule: Schedule, { from, until, now }: Span): number[] {
  const timed = timedOf(schedule);
  const times: number[] = [];
  for (let day = from; day < until; day += DAY_MS) {
    const end = Math.min(day + DAY_MS, until) - 1;
    if (end >= now) times.push(...between(timed, { after: Math.max(day, now) - 1, until: end }, MOST_A_DAY));
  }
  return times;
}

export async function runs(
  context: ApiContext,
  id: ScheduleId,
  { cursor, limit }: z.output<ReturnType<typeof RunsQuery>>,
) {
  await own(context, id);
  const before = cursor === undefined ? null : Date.parse(cursor);
  const found = await book(context).runs(id, { before, limit: limit + 1 });
  const items = found.slice(0, limit).map(runView);
  const last = items.at(-1);
  return reply(200, { items, next_cursor: found.length > limit && last ? last.occurrence : null });
}
