/**
 * Opening hours: whether a room is open at an instant, and when it next opens and closes. Instants are ms
 * since the epoch.
 */
import type { OpeningHours, OpenSpan, Weekday } from "../domain/room.ts";
import { type ClockTime, clockIn, instantIn } from "../domain/time/zone.ts";

export interface OpenState {
  is_open: boolean;
  /** Null: the room is open. */
  opens_at: number | null;
  /** Null: the room is closed, or never closes. */
  closes_at: number | null;
}

const WEEKDAYS: readonly Weekday[] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const DAY_MS = 86_400_000;
/** A week ahead, and yesterday because its span may reach into today. */
const DAYS = [-1, 0, 1, 2, 3, 4, 5, 6, 7];

export function openState(hours: OpeningHours | null, now: number): OpenState {
  if (hours === null) return { is_open: true, opens_at: null, closes_at: null };
  const spans = DAYS.flatMap((ahead) => spansOf(hours, clockIn(hours.time_zone, now), ahead));
  const open = spans.filter(({ from, to }) => from <= now && now < to);
  if (open.length > 0)
    return { is_open: true, opens_at: null, closes_at: Math.max(...open.map(({ to }) => to)) };
  const next = spans.map(({ from }) => from).filter((from) => from > now);
  return { is_open: false, opens_at: Math.min(...next), closes_at: null };
}

function spansOf({ time_zone, spans }: OpeningHours, today: ClockTime, ahead: number) {
  const date = new Date(Date.UTC(today.year, today.month - 1, today.day) + ahead * DAY_MS);
  const weekday = WEEKDAYS[date.getUTCDay()];
  const those = spans.filter(({ days }) => days.some((day) => day === weekday));
  return those.map((span) => instantsOf(time_zone, date, span));
}

function instantsOf(zone: string, date: Date, { from, to }: OpenSpan) {
  const end = to > from ? date : new Date(date.getTime() + DAY_MS);
  return { from: instantIn(zone, clockAt(date, from)), to: instantIn(zone, clockAt(end, to)) };
}

function clockAt(date: Date, time: string): ClockTime {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour,
    minute,
  };
}
