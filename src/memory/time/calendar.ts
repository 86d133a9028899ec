/** Days as numbers (days since 1 January 1970 of a person's own calendar), and what weeks, months and seasons span. */
import { clockIn, instantIn } from "../../domain/time/zone.ts";

/** Both are numbers of days; `to` is exclusive. */
export interface Days {
  from: number;
  to: number;
}

/** Both in ms since the epoch; `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

const DAY_MS = 86_400_000;

/** Number of the local day of an instant. An unknown or absent zone counts as UTC. */
export function dayOf(at: number, zone: string | undefined): number {
  if (zone === undefined || zone === "UTC") return Math.floor(at / DAY_MS);
  const { year, month, day } = clockIn(zone, at);
  return dayAt(year, month - 1, day);
}

/** `month` counts from 0, and may lie outside a year. */
export function dayAt(year: number, month: number, day: number): number {
  return Date.UTC(year, month, day) / DAY_MS;
}

/** The date of a day's number; `month` counts from 0. */
export function dateOf(day: number): { year: number; month: number; day: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

/** ISO 8601: `2026-11-28`. */
export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export function spanOf({ from, to }: Days, zone: string | undefined): Span {
  return { from: startOf(from, zone), to: startOf(to, zone) };
}

function startOf(number: number, zone: string | undefined): number {
  if (zone === undefined || zone === "UTC") return number * DAY_MS;
  const { year, month, day } = dateOf(number);
  return instantIn(zone, { year, month: month + 1, day, hour: 0, minute: 0 });
}

export function oneDay(day: number): Days {
  return { from: day, to: day + 1 };
}

export function monthOf(year: number, month: number): Days {
  return { from: dayAt(year, month, 1), to: dayAt(year, month + 1, 1) };
}

export function yearOf(year: number): Days {
  return { from: dayAt(year, 0, 1), to: dayAt(year + 1, 0, 1) };
}

/** The week of a day, from Monday on. */
export function weekOf(day: number): Days {
  const from = day - ((weekdayOf(day) + 6) % 7);
  return { from, to: from + 7 };
}

/** Sunday is 0. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Three months from March (0), June, September or December on. */
export function seasonOf(year: number, season: number): Days {
  return { from: dayAt(year, 2 + 3 * season, 1), to: dayAt(year, 5 + 3 * season, 1) };
}
