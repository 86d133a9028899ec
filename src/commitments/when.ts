/** When somebody is asked what became of a promise. Times are ms since the epoch. */
import { instantIn } from "../domain/time/zone.ts";

const DAY_MS = 86_400_000;
/** On its day, where it has no time of day. */
const HOUR = 9;
/** The clocks of the world are at most so far ahead of UTC, and so many hours before nine of the day in UTC it is nine somewhere. */
export const EARLIEST_MS = 5 * 3_600_000;
/** Whoever was away so long, or has promises of long ago, is not asked all at once. */
export const LATEST_MS = 3 * DAY_MS;

/** A due date without a time is kept as midnight of UTC: it means the day, wherever the person is. */
export function askedAt(due_at: number, zone: string): number {
  if (due_at % DAY_MS !== 0) return due_at;
  const day = new Date(due_at);
  const clock = {
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    day: day.getUTCDate(),
    hour: HOUR,
    minute: 0,
  };
  return instantIn(zone, clock);
}

/** It is time, and not long past it. */
export function isToBeAsked(due_at: number, zone: string, now: number): boolean {
  const at = askedAt(due_at, zone);
  return at <= now && now - at < LATEST_MS;
}
