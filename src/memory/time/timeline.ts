/** The results for a question of time in order of time, each with its day, and the days between, counted here. */
import type { Passage } from "../ports/model.ts";
import { type Days, dateOf, dayOf, isoDay } from "./calendar.ts";
import { timeKindOf } from "./question.ts";
import { type Clock, rangeIn } from "./range.ts";
import { daysTold, overlap } from "./told.ts";

export interface TimelineLine<T> {
  item: T;
  /** ISO 8601; absent: not known. */
  day?: string;
  /** Time in words: "2 April 2025 (told 5 July 2025), 3 days after the line above". Empty: not known. */
  when: string;
}

/** A result; `part` is the number of the event of the question that it is the best for. */
interface Found {
  passage: Passage;
  part?: number;
}

interface Placed<T> {
  item: T;
  days: Days | undefined;
  told: number | undefined;
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** Undefined where the question does not ask for a time. What only asks when something was keeps its order. */
export function timelineOf<T extends Found>(
  question: string,
  found: readonly T[],
  clock: Clock,
): TimelineLine<T>[] | undefined {
  const kind = timeKindOf(question);
  const range = rangeIn(question, clock);
  if (kind === undefined && range === undefined) return undefined;
  const placed = found.map((item) => placedOf(item, range?.days, clock.time_zone));
  const isInOrder = kind !== "point" || range !== undefined;
  const ordered = isInOrder ? placed.sort((a, b) => middleOf(a) - middleOf(b)) : placed;
  const today = kind === undefined ? undefined : dayOf(clock.now, clock.time_zone);
  return ordered.map((each, at) =>
    lineOf(each, isInOrder ? referenceOf(each, ordered.slice(0, at)) : undefined, today),
  );
}

/** The day that the text names, within what is asked for where it names several, else the day of the telling. */
function placedOf<T extends Found>(item: T, asked: Days | undefined, zone: string | undefined): Placed<T> {
  const { passage } = item;
  const told = passage.said_at === undefined ? undefined : dayOf(passage.said_at, zone);
  const named = daysTold(passage, zone).map(({ days }) => days);
  const fitting = asked === undefined ? [] : named.filter((days) => overlap(days, asked));
  const [days] = [...fitting, ...named.filter(isOneDay), ...named];
  return { item, told, days: days ?? (told === undefined ? undefined : { from: told, to: told + 1 }) };
}

function isOneDay({ from, to }: Days): boolean {
  return to - from === 1;
}

/** A passage without a day comes last. */
function middleOf({ days }: { days: Days | undefined }): number {
  return days === undefined ? Number.MAX_SAFE_INTEGER : Math.floor((days.from + days.to - 1) / 2);
}

interface Reference {
  days: Days;
  /** Whether it stands on the line above. */
  isAbove: boolean;
}

/** The event before, for an event of the question; else the line above. */
function referenceOf<T extends Found>(
  { item }: Placed<T>,
  before: readonly Placed<T>[],
): Reference | undefined {
  const above = before.at(-1);
  const event = item.part === undefined ? undefined : before.findLast((each) => each.item.part !== undefined);
  const days = (event ?? above)?.days;
  return days === undefined ? undefined : { days, isAbove: event === undefined || event === above };
}

function lineOf<T>(
  { item, days, told }: Placed<T>,
  before: Reference | undefined,
  today: number | undefined,
): TimelineLine<T> {
  if (days === undefined) return { item, when: "" };
  const isTold = told !== undefined && (told < days.from || told >= days.to);
  const day = `${dayText(days)}${isTold ? ` (told ${dayText({ from: told, to: told + 1 })})` : ""}`;
  const gap = before === undefined ? "" : `, ${gapText(before, days)}`;
  return {
    item,
    day: isoDay(days.from),
    when: `${day}${gap}${today === undefined ? "" : agoText(days, today)}`,
  };
}

function gapText(before: Reference, days: Days): string {
  const count = middleOf({ days }) - middleOf(before);
  const reference = before.isAbove ? "the line above" : dayText(before.days);
  if (count === 0) return `the same day as ${reference}`;
  return `${roughly(before.days, days)}${counted(count)} after ${reference}`;
}

function agoText(days: Days, today: number): string {
  const count = today - middleOf({ days });
  if (count === 0) return ", today";
  const words = `${roughly(days)}${counted(Math.abs(count))}`;
  return count > 0 ? `, ${words} ago` : `, in ${words}`;
}

function roughly(...all: readonly Days[]): string {
  return all.every(isOneDay) ? "" : "about ";
}

function counted(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

/** "2 April 2025", "April 2025", or "about 5 April 2025". */
function dayText(days: Days): string {
  const first = dateOf(days.from);
  const month = `${MONTHS[first.month]} ${first.year}`;
  if (isOneDay(days)) return `${first.day} ${month}`;
  if (first.day === 1 && dateOf(days.to).day === 1) return month;
  const middle = Math.floor((days.from + days.to - 1) / 2);
  return `about ${dayText({ from: middle, to: middle + 1 })}`;
}
