/** Times of reminders, for people and for the browser's date-time field. Both in this device's zone. */
import { locale } from "../../words/language.ts";

const WHEN = {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
} as const;

/** `time` is ISO 8601. Includes the year unless it is the current one. */
export function longTime(time: string, now = Date.now()): string {
  const at = new Date(time);
  const isOtherYear = at.getFullYear() !== new Date(now).getFullYear();
  return at.toLocaleString(locale, isOtherYear ? { ...WHEN, year: "numeric" } : WHEN);
}

/** `at` in ms since the epoch, in the field's format: 2027-01-31T09:00. */
export function fieldTime(at: number): string {
  const shifted = at - new Date(at).getTimezoneOffset() * 60_000;
  return new Date(shifted).toISOString().slice(0, 16);
}

/** ISO 8601 in UTC; undefined for a text that is no time. */
export function fromField(value: string): string | undefined {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
