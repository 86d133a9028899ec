/** Converts between a schedule's timing and a form's choices. */

import type { Schedule, TimingFields } from "../../api/schedules.ts";
import { locale } from "../../words/language.ts";
import { t } from "../../words/t.ts";
import { clockWords, cronWords, dayInSentence, everyWords } from "./cron-words.ts";

export type How = "daily" | "weekdays" | "weekly" | "monthly" | "every" | "once" | "cron";

export interface When {
  how: How;
  /** Time of day: `09:00`. */
  time: string;
  /** 0 is Sunday. */
  weekday: number;
  /** Day of the month. */
  day: number;
  minutes: number;
  /** `2027-01-31T09:00`. */
  at: string;
  cron: string;
}

export const HOWS: readonly { value: How; label: string }[] = [
  { value: "weekdays", label: t("Every weekday") },
  { value: "daily", label: t("Every day") },
  { value: "weekly", label: t("Every week") },
  { value: "monthly", label: t("Every month") },
  { value: "every", label: t("Every N minutes") },
  { value: "once", label: t("Once") },
  { value: "cron", label: t("Cron expression") },
];

export const USUAL: When = {
  how: "weekdays",
  time: "09:00",
  weekday: 1,
  day: 1,
  minutes: 60,
  at: "",
  cron: "0 9 * * 1-5",
};

export function timingOf(when: When): Pick<TimingFields, "cron" | "every_minutes" | "at"> {
  switch (when.how) {
    case "daily":
      return { cron: `${clockOf(when)} * * *` };
    case "weekdays":
      return { cron: `${clockOf(when)} * * 1-5` };
    case "weekly":
      return { cron: `${clockOf(when)} * * ${when.weekday}` };
    case "monthly":
      return { cron: `${clockOf(when)} ${when.day} * *` };
    case "every":
      return { every_minutes: when.minutes };
    case "once":
      return { at: when.at };
    case "cron":
      return { cron: when.cron };
  }
}

/** Minute and hour in cron's order. */
function clockOf({ time }: When): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${minute} ${hour}`;
}

/** A timing that fits no simpler choice stays a cron expression. */
export function whenOf({
  cron,
  every_minutes,
  at,
  time_zone,
}: Pick<Schedule, "cron" | "every_minutes" | "at" | "time_zone">): When {
  if (every_minutes !== null) return { ...USUAL, how: "every", minutes: every_minutes };
  if (at !== null) return { ...USUAL, how: "once", at: localOf(at, time_zone) };
  return cron === null ? USUAL : whenOfCron(cron);
}

function whenOfCron(cron: string): When {
  const [, minute, hour, day = "", weekday = ""] =
    /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|1-5|[0-6])$/.exec(cron) ?? [];
  if (minute === undefined || hour === undefined || (day !== "*" && weekday !== "*"))
    return { ...USUAL, how: "cron", cron };
  const time = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  const known = { ...USUAL, time, cron };
  if (day !== "*") return { ...known, how: "monthly", day: Number(day) };
  if (weekday === "*") return { ...known, how: "daily" };
  return weekday === "1-5"
    ? { ...known, how: "weekdays" }
    : { ...known, how: "weekly", weekday: Number(weekday) };
}

/** The time in the format of a date-time field, in that time zone. */
function localOf(at: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return format.format(new Date(at)).replace(" ", "T");
}

/** The timing in words of the app's language. */
export function whenWords({ how, time, weekday, day, minutes, at, cron }: When): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const clock = clockWords(hour, minute);
  switch (how) {
    case "daily":
      return t("Every day at {time}", { time: clock });
    case "weekdays":
      return t("Every weekday at {time}", { time: clock });
    case "weekly":
      return t("Every {day} at {time}", { day: dayInSentence(weekday), time: clock });
    case "monthly":
      return t("On day {day} of each month at {time}", { day, time: clock });
    case "every":
      return everyWords(minutes);
    case "once":
      return t("Once, on {time}", { time: dateWords(at) });
    case "cron":
      return cronWords(cron) ?? t("Cron: {cron}", { cron });
  }
}

/** `at` is a local time of its zone, and is shown as it is. */
function dateWords(at: string): string {
  const date = new Date(`${at}Z`);
  if (Number.isNaN(date.getTime())) return at;
  return date.toLocaleString(locale, { timeZone: "UTC", dateStyle: "long", timeStyle: "short" });
}
