/** Times of reminders: for people to read, and for the browser's field of day and time. Both are of this device's clock. */
import { locale } from "../../words/language.ts";

const WHEN = {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
} as const;

/** `time` is ISO 8601. The year is told where it is not this one. */
export function longTime(time: string, now = Date.now()): string {
  const at = new Date(time);
  const isOtherYear = at.getFullYear() !== new Date(now).getFullYear();
  return at.toLocaleString(locale, isOtherYear ? { ...WHEN, year: "numeric" } : WHEN);
}

/** `at` in ms since the epoch, as the field writes it: 2027-01-31T09:00. */
export function fieldTime(at: number): string {
  const shifted = at - new Date(at).getTimezoneOffset() * 60_000;
  return new Date(shifted).toISOString().slice(0, 16);
}

/** ISO 8601 in UTC; undefined for what is no time. */
export function fromField(value: string): string | undefined {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
