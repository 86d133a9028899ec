/** A timing in plain words: "every weekday at 9:00". */
import { numbersOf } from "../../domain/time/cron-numbers.ts";
import { clockIn } from "../../domain/time/zone.ts";
import type { Timing } from "../schedule.ts";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Falls back to the expression itself if no plain words describe it. */
export function wordsOf(timing: Timing, zone: string): string {
  switch (timing.type) {
    case "at":
      return `once, on ${dateText(timing.at, zone)}`;
    case "every":
      return everyText(timing.minutes);
    case "cron":
      return cronWords(timing.cron) ?? `by the cron expression ${timing.cron}`;
  }
}

function dateText(at: number, zone: string): string {
  const { year, month, day, hour, minute } = clockIn(zone, at);
  return `${day} ${MONTHS[month - 1]} ${year} at ${timeText(hour, minute)}`;
}

function everyText(minutes: number): string {
  if (minutes % 1440 === 0) return minutes === 1440 ? "every day" : `every ${minutes / 1440} days`;
  if (minutes % 60 === 0) return minutes === 60 ? "every hour" : `every ${minutes / 60} hours`;
  return minutes === 1 ? "every minute" : `every ${minutes} minutes`;
}

function cronWords(expression: string): string | undefined {
  const fields = expression.trim().split(/\s+/);
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = fields;
  if (fields.length !== 5) return undefined;
  const times = timesText(minute, hour);
  const days = daysText(day, month, weekday);
  if (times === undefined || days === undefined) return undefined;
  return times.isWhole && days === "every day"
    ? times.text
    : `${days}${times.isWhole ? ", " : " at "}${times.text}`;
}

/** `isWhole`: the text is complete without the days. */
function timesText(minute: string, hour: string): { text: string; isWhole: boolean } | undefined {
  const often = oftenText(minute, hour);
  if (often !== undefined) return { text: often, isWhole: true };
  const [minutes, hours] = [numbersOf(minute, 59), numbersOf(hour, 23)];
  if (!minutes || !hours || minutes.length * hours.length > 6) return undefined;
  const times = hours.flatMap((each) => minutes.map((past) => timeText(each, past)));
  return { text: listText(times), isWhole: false };
}

function oftenText(minute: string, hour: string): string | undefined {
  const minutes = stepOf(minute);
  if (hour === "*" && minutes !== undefined) return everyText(minutes);
  const [past] = numbersOf(minute, 59) ?? [];
  if (past === undefined || minute.includes(",")) return undefined;
  const hours = stepOf(hour);
  if (hours === undefined) return undefined;
  const often = everyText(hours * 60);
  return past === 0 ? often : `${often}, ${past} past`;
}

/** Step of a wildcard: 1 for `*`, n for a `*` with a step. */
function stepOf(field: string): number | undefined {
  if (field === "*") return 1;
  const step = /^\*\/(\d+)$/.exec(field)?.[1];
  return step === undefined ? undefined : Number(step);
}

function daysText(day: string, month: string, weekday: string): string | undefined {
  const months = month === "*" ? "" : monthsText(month);
  if (months === undefined) return undefined;
  if (day === "*" && weekday === "*") return months === "" ? "every day" : `every day in ${months}`;
  if (day === "*") return joinedTo(weekdaysText(weekday), months);
  const days = weekday === "*" ? numbersOf(day, 31) : undefined;
  if (!days) return undefined;
  const text = listText(days.map(String));
  return months === "" ? `on day ${text} of every month` : `on day ${text} of ${months}`;
}

function joinedTo(text: string | undefined, months: string): string | undefined {
  return text === undefined || months === "" ? text : `${text} in ${months}`;
}

function monthsText(field: string): string | undefined {
  const months = numbersOf(field, 12);
  return months && listText(months.map((month) => MONTHS[month - 1] ?? ""));
}

function weekdaysText(field: string): string | undefined {
  const named = field.replace(/sun|mon|tue|wed|thu|fri|sat/gi, (name) =>
    String(DAYS.findIndex((day) => day.toLowerCase().startsWith(name.toLowerCase()))),
  );
  const numbers = numbersOf(named, 7)?.map((day) => day % 7);
  if (!numbers) return undefined;
  const days = [...new Set(numbers)].sort((a, b) => a - b);
  if (days.join() === "1,2,3,4,5") return "every weekday";
  if (days.join() === "0,6") return "every weekend day";
  if (days.length === 7) return "every day";
  return `every ${listText(days.map((number) => DAYS[number] ?? ""))}`;
}

function timeText(hour: number, minute: number): string {
  return `${hour}:${String(minute).padStart(2, "0")}`;
}

function listText(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}
