/** Days that the matches of the rules mean. */
import {
  type Days,
  dateOf,
  dayAt,
  monthOf,
  oneDay,
  seasonOf,
  weekdayOf,
  weekOf,
  yearOf,
} from "./calendar.ts";
import { monthIn } from "./words.ts";

/**
 * Reading of a date without a year, or of a bare weekday: the last one for a question, the nearest for what is told, where
 * the next weekday is meant by somebody who speaks of what is to come.
 */
export interface Reading {
  /** Day on which it is said. */
  today: number;
  isTold: boolean;
  isOfFuture: boolean;
}

export type Groups = Readonly<Record<string, string | undefined>>;

interface Parts {
  year?: number;
  /** Month from 0. */
  month: number;
  day?: number;
}

export function numberParts({ year, month, day }: Groups): Parts {
  return { ...(year && { year: Number(year) }), month: Number(month) - 1, ...(day && { day: Number(day) }) };
}

export function nameParts({ year, name, day }: Groups): Parts {
  return {
    ...(year && { year: Number(year) }),
    month: monthIn(name ?? ""),
    ...(day && { day: Number(day) }),
  };
}

/** American dates have the month first; that is certain only where the other way is impossible. */
export function dayFirst({ year, month, day = 1 }: Parts): Parts {
  return month > 11
    ? { ...(year && { year }), month: day - 1, day: month + 1 }
    : { ...(year && { year }), month, day };
}

export function daysOf({ year, month, day }: Parts, reading: Reading): Days | undefined {
  if (month < 0 || month > 11 || (day !== undefined && (day < 1 || day > 31))) return undefined;
  const inYear = (of: number) => (day === undefined ? monthOf(of, month) : oneDay(dayAt(of, month, day)));
  return year === undefined ? meant(inYear, reading) : inYear(year);
}

/** The year that is meant of a day that comes each year. */
function meant(inYear: (year: number) => Days, { today, isTold }: Reading): Days {
  const { year } = dateOf(today);
  const [before, now, after] = [inYear(year - 1), inYear(year), inYear(year + 1)];
  if (!isTold) return now.from <= today ? now : before;
  const away = ({ from, to }: Days) => Math.abs((from + to) / 2 - today);
  return [before, now, after].reduce((best, each) => (away(each) < away(best) ? each : best));
}

export function yearly(month: number, { from, to }: Days, reading: Reading): Days {
  return meant((year) => ({ from: dayAt(year, month, from), to: dayAt(year, month, to) }), reading);
}

export function season(which: number, each: Groups, { today, isTold }: Reading): Days {
  const inYear = (year: number) => seasonOf(year, which);
  if (each.year !== undefined) return inYear(Number(each.year));
  const isLast = step(each) < 0;
  const reading = { today: isLast ? today - 60 : today, isTold: isTold && !isLast, isOfFuture: false };
  const days = meant(inYear, reading);
  return step(each) > 0 && days.to <= today ? inYear(dateOf(days.from).year + 1) : days;
}

/** -1 for the last, 1 for the next, else 0. */
export function step({ last, next, fr_last, fr_next }: Groups): number {
  return (last ?? fr_last) !== undefined ? -1 : (next ?? fr_next) !== undefined ? 1 : 0;
}

export function whichMonth(month: number, each: Groups, { today }: Reading): Days {
  const now = dateOf(today);
  const by = step(each);
  const year =
    by < 0
      ? month < now.month
        ? now.year
        : now.year - 1
      : by > 0 && month <= now.month
        ? now.year + 1
        : now.year;
  return monthOf(year, month);
}

export function whichWeekday(weekday: number, each: Groups, { today, isTold, isOfFuture }: Reading): Days {
  if (each.this !== undefined) return dayOfWeek(weekday, weekOf(today));
  const back = (weekdayOf(today) - weekday + 7) % 7 || 7;
  const isNext = step(each) > 0 || (step(each) === 0 && isTold && isOfFuture);
  return oneDay(isNext ? today - back + 7 + (back === 7 ? 7 : 0) : today - back);
}

export function dayOfWeek(weekday: number, { from }: Days): Days {
  return oneDay(from + ((weekday + 6) % 7));
}

export function weekend(each: Groups, today: number): Days {
  const { from } = weekOf(today);
  const isThis = each.this !== undefined || step(each) > 0 || weekdayOf(today) === 0;
  const saturday = from + 5 + (isThis ? (step(each) > 0 && weekdayOf(today) % 6 === 0 ? 7 : 0) : -7);
  return { from: saturday, to: saturday + 2 };
}

/** A day, calendar week, month or year, so many after the current one. */
export function unitAfter(unit: number, by: number, today: number): Days {
  const { year, month } = dateOf(today);
  if (unit === 0) return oneDay(today + by);
  if (unit === 1) return weekOf(today + 7 * by);
  return unit === 2 ? monthOf(year, month + by) : yearOf(year + by);
}

/** Days before and after that a number of weeks, months or years leaves open. */
const SLACK = [0, 3, 10, 45];

export function ago(amount: number, unit: number, { today }: Reading): Days {
  const day = before(today, amount, unit);
  const slack = SLACK[unit] ?? 0;
  return { from: day - slack, to: day + slack + 1 };
}

export function backFrom(today: number, amount: number, unit: number): Days {
  return { from: before(today, amount, unit), to: today + 1 };
}

function before(today: number, amount: number, unit: number): number {
  const { year, month, day } = dateOf(today);
  if (unit < 2) return today - amount * (unit === 1 ? 7 : 1);
  const months = amount * (unit === 3 ? 12 : 1);
  return Math.min(dayAt(year, month - months, day), dayAt(year, month - months + 1, 1) - 1);
}

export function whole(each: Groups, { today }: Reading): Days {
  const text = each[0] ?? "";
  const by = step(each) || (/letzt|vorig/.test(text) ? -1 : 0);
  return unitAfter(/month|monat|mois/.test(text) ? 2 : 3, by, today);
}

/** Days from a month to another one, of which the first may be in the year before. */
export function months(first: number, last: Days | undefined): Days | undefined {
  if (last === undefined) return undefined;
  const { year, month } = dateOf(last.from);
  return { from: dayAt(first <= month ? year : year - 1, first, 1), to: last.to };
}

/** The first, second or last third. */
export function partOf(days: Days | undefined, part = ""): Days | undefined {
  if (days === undefined) return undefined;
  const third = Math.ceil((days.to - days.from) / 3);
  if (/^(?:early|beg|start|anfang|debut)/.test(part)) return { from: days.from, to: days.from + third };
  return /^(?:mi|mid)/.test(part)
    ? { from: days.from + third, to: days.to - third }
    : { from: days.to - third, to: days.to };
}

export function dayOfMonth(day: number, { today, isTold }: Reading): Days | undefined {
  if (day < 1 || day > 31) return undefined;
  const { year, month } = dateOf(today);
  const all = [-1, 0, 1].map((by) => dayAt(year, month + by, day));
  const past = all.filter((each) => each <= today).at(-1) ?? today;
  const nearest = all.reduce((best, each) => (Math.abs(each - today) < Math.abs(best - today) ? each : best));
  return oneDay(isTold ? nearest : past);
}
