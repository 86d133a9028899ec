/** Fit of a passage to the date or the time that a question names. */
import type { Passage } from "../ports/model.ts";
import { dateFit, type QueryDate } from "../text/dates.ts";
import { type Days, dayOf } from "./calendar.ts";
import type { DatedQuestion } from "./range.ts";
import { daysTold, overlap } from "./told.ts";

interface Asked {
  date?: QueryDate;
  range?: DatedQuestion;
}

/** A day is asked for; a longer time. */
const DAY = 1.2;
const LONGER = 0.6;
const FEW_DAYS = 3;
/** Share where the passage was said then, but names another day. */
const SAID_THEN = 0.5;
const DAY_MS = 86_400_000;

/** 0 to 1.2. Days that are named in the text count before the day on which it was said. */
export function dateSignal({ date, range }: Asked, passage: Passage, time_zone: string | undefined): number {
  const { said_at } = passage;
  if (said_at === undefined || (date === undefined && range === undefined)) return 0;
  const told = daysTold(passage, time_zone).map(({ days }) => days);
  const named = date === undefined ? 0 : dateFitOf(date, told, said_at);
  if (range === undefined || isOfOneTime(date)) return named;
  return Math.max(named, rangeFit(range.days, told, dayOf(said_at, time_zone)));
}

/** A month or a day without a year is any year's, and the last one's above all. */
function isOfOneTime(date: QueryDate | undefined): boolean {
  return date?.year !== undefined;
}

function dateFitOf(date: QueryDate, told: readonly Days[], said_at: number): number {
  const ofEvent = Math.max(0, ...told.map(({ from }) => dateFit(date, from * DAY_MS)));
  return Math.max(ofEvent, dateFit(date, said_at));
}

function rangeFit(asked: Days, told: readonly Days[], said: number): number {
  const fit = asked.to - asked.from <= FEW_DAYS ? DAY : LONGER;
  if (told.some((days) => overlap(days, asked))) return fit;
  if (said < asked.from || said >= asked.to) return 0;
  return told.length === 0 ? fit : fit * SAID_THEN;
}
