/** Times at which a person is asked about a promise, in ms since the epoch. */
import { instantIn } from "../domain/time/zone.ts";

const DAY_MS = 86_400_000;
/** Hour of the day for promises without a time. */
const HOUR = 9;
/**
 * Time zones are up to 14 hours ahead of UTC, so nine o'clock local time comes up to this much before
 * midnight UTC of the same day.
 */
export const EARLIEST_MS = 5 * 3_600_000;
/** Older promises are not asked about, so that nobody is flooded after a long absence. */
export const LATEST_MS = 3 * DAY_MS;

/** A due date without a time is stored as midnight UTC: it means the day in the person's own zone. */
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

/** Due for asking, and not long past it. */
export function isToBeAsked(due_at: number, zone: string, now: number): boolean {
  const at = askedAt(due_at, zone);
  return at <= now && now - at < LATEST_MS;
}
