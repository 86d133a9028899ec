/**
 * Puts a five-field cron expression into words of the app's language; undefined when there are no plain words for it.
 */

import { numbersOf } from "../../../src/domain/time/cron-numbers.ts";
import { language, locale } from "../../words/language.ts";
import { plural, t } from "../../words/t.ts";

export const WEEKDAYS = [
  t("Sunday"),
  t("Monday"),
  t("Tuesday"),
  t("Wednesday"),
  t("Thursday"),
  t("Friday"),
  t("Saturday"),
];

const DAY_NAMES = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MONTH_NAMES = [
  ...["jan", "feb", "mar", "apr", "may", "jun"],
  ...["jul", "aug", "sep", "oct", "nov", "dec"],
];
/** Most times of day that still make plain words. */
const MOST_TIMES = 6;

export function cronWords(expression: string): string | undefined {
  const fields = expression.trim().toLowerCase().split(/\s+/);
  if (fields.length !== 5) return undefined;
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = fields;
  const days = daysWords(day, { month, weekday });
  if (days === undefined) return undefined;
  const often = oftenWords(minute, hour);
  if (often !== undefined)
    return days.isEach ? often : t("{days}, {often}", { days: days.text, often: uncapital(often) });
  const times = timesWords(minute, hour);
  return times && t("{days} at {times}", { days: days.text, times });
}

export function everyWords(minutes: number): string {
  return minutes % 60 === 0
    ? plural(minutes / 60, ["Every hour", "Every {n} hours"])
    : plural(minutes, ["Every minute", "Every {n} minutes"]);
}

/** A time of day as the reader's clock shows it, like all other times of the app. */
export function clockWords(hour: number, minute: number): string {
  const at = new Date(Date.UTC(2026, 0, 1, hour, minute));
  return at.toLocaleTimeString(locale, { timeZone: "UTC", hour: "numeric", minute: "2-digit" });
}

/** French writes days in lower case. */
export function dayInSentence(weekday: number): string {
  const day = WEEKDAYS[weekday] ?? "";
  return language === "fr" ? day.toLowerCase() : day;
}

function oftenWords(minute: string, hour: string): string | undefined {
  const minutes = stepOf(minute);
  if (hour === "*" && minutes !== undefined) return everyWords(minutes);
  const [past, ...more] = numbersOf(minute, 59) ?? [];
  const hours = stepOf(hour);
  if (past === undefined || more.length > 0 || hours === undefined) return undefined;
  const often = everyWords(hours * 60);
  return past === 0 ? often : t("{often}, at minute {past}", { often, past });
}

/** The step of a wildcard, 1 by default; undefined for any other field. */
function stepOf(field: string): number | undefined {
  if (field === "*") return 1;
  const step = /^\*\/([1-9]\d?)$/.exec(field)?.[1];
  return step === undefined ? undefined : Number(step);
}

function timesWords(minuteField: string, hourField: string): string | undefined {
  const [minutes, hours] = [numbersOf(minuteField, 59), numbersOf(hourField, 23)];
  if (!minutes || !hours || minutes.length * hours.length > MOST_TIMES) return undefined;
  return listed(hours.flatMap((hour) => minutes.map((minute) => clockWords(hour, minute))));
}

/** `isEach`: on all days. */
function daysWords(
  day: string,
  { month, weekday }: { month: string; weekday: string },
): { text: string; isEach: boolean } | undefined {
  const months = month === "*" ? "" : monthsWords(month);
  if (months === undefined) return undefined;
  const text = day === "*" ? weekdaysWords(weekday) : dayOfMonthWords(day, { months, weekday });
  if (text === undefined) return undefined;
  const isWhole = day !== "*" || months === "";
  return {
    text: isWhole ? text : t("{days} in {months}", { days: text, months }),
    isEach: day === "*" && weekday === "*" && months === "",
  };
}

/** Day of month and weekday together mean either of them, for which there are no plain words. */
function dayOfMonthWords(day: string, { months, weekday }: { months: string; weekday: string }) {
  const numbers = weekday === "*" ? numbersOf(day, 31) : undefined;
  if (!numbers) return undefined;
  const days = listed(numbers.map(ordinal));
  return months === ""
    ? t("On day {days} of each month", { days })
    : t("On day {days} of {months}", { days, months });
}

/** A day of the month in words. */
function ordinal(day: number): string {
  if (language === "de") return `${day}.`;
  return language === "fr" && day === 1 ? "1er" : String(day);
}

function monthsWords(field: string): string | undefined {
  const named = withNumbers(field, { names: MONTH_NAMES, first: 1 });
  const format = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
  const months = numbersOf(named, 12)?.map((month) => format.format(Date.UTC(2026, month - 1, 15)));
  return months && listed(months);
}

function weekdaysWords(field: string): string | undefined {
  if (field === "*") return t("Every day");
  const numbers = numbersOf(withNumbers(field, { names: DAY_NAMES, first: 0 }), 7);
  if (!numbers) return undefined;
  const days = [...new Set(numbers.map((day) => day % 7))].sort((a, b) => a - b);
  if (days.join() === "1,2,3,4,5") return t("Every weekday");
  if (days.join() === "0,6") return t("Every Saturday and Sunday");
  return days.length === 7 ? t("Every day") : t("Every {days}", { days: listed(days.map(dayInSentence)) });
}

function withNumbers(field: string, { names, first }: { names: string[]; first: number }): string {
  return field.replace(/[a-z]{3}/g, (name) => {
    const at = names.indexOf(name);
    return at < 0 ? name : String(at + first);
  });
}

function listed(items: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(items);
}

function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
