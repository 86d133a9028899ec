/**
 * Parses HEARTBEAT.md, an agent's list of recurring chores, and tells which of them are due. No model is
 * called.
 */
import { type ClockTime, clockIn, instantIn } from "../domain/time/zone.ts";

/** The zone and the time of a heartbeat. */
export interface Beat {
  /** Time of the previous heartbeat, in ms since the epoch. */
  last: number;
  now: number;
  zone: string;
}

const USUAL = "HEARTBEAT.md";

/** The heartbeat file in an agent's operational prompt files: each agent may name its own there. */
export function heartbeatPath(operational: readonly string[]): string {
  return operational.find((path) => path === USUAL || path.endsWith(`/${USUAL}`)) ?? USUAL;
}

const DAY_MS = 86_400_000;
const COMMENT = /<!--[\s\S]*?-->/g;
const DONE = /^[-*+]\s+\[[xX]\]/;
const OPEN = /^(?:[-*+]|\d+[.)])\s+(?:\[ \]\s+)?/;
const TIMED = /^(every|at|from)\s+([^:]*(?::\d\d)?)\s*:\s+(.*)$/i;

/**
 * The due items as lines; null if nothing is due. Headings, comments, ticked items and empty lines are no
 * work. An item may begin with `every 2h:`, `at 9:00:` or `from 2027-01-31:`; without one, or in plain
 * sentences, it is due each time.
 */
export function dueItems(file: string | null, beat: Beat): string | null {
  const lines = (file ?? "").replace(COMMENT, "").split("\n");
  const items = lines
    .map((line) => line.trim())
    .filter(isWork)
    .map((line) => line.replace(OPEN, ""));
  const due = items.filter((item) => isDue(item, beat));
  return due.length === 0 ? null : due.map((item) => `- ${item}`).join("\n");
}

function isWork(line: string): boolean {
  return line !== "" && !line.startsWith("#") && !/^[-*_=]{3,}$/.test(line) && !DONE.test(line);
}

/** A time that cannot be parsed counts as text, and the item as due: better done than forgotten. */
function isDue(item: string, beat: Beat): boolean {
  const [, how = "", when = ""] = TIMED.exec(item) ?? [];
  const isOwnTime = TIMES[how.toLowerCase()]?.(when.trim(), beat);
  return isOwnTime ?? true;
}

const TIMES: Readonly<Record<string, (when: string, beat: Beat) => boolean | undefined>> = {
  every: (when, { last, now }) => {
    const period = periodOf(when);
    return period === undefined ? undefined : Math.floor(now / period) > Math.floor(last / period);
  },
  at: (when, { last, now, zone }) => {
    const [, hour, minute] = /^(\d{1,2}):(\d\d)$/.exec(when) ?? [];
    if (hour === undefined || minute === undefined) return undefined;
    const time = { hour: Number(hour), minute: Number(minute) };
    // Midnight may have passed since the last heartbeat.
    const days = [clockIn(zone, now), clockIn(zone, now - DAY_MS)];
    return days.map((day) => instantIn(zone, { ...day, ...time })).some((at) => last < at && at <= now);
  },
  from: (when, { now, zone }) => {
    const day = dayOf(when);
    return day && instantIn(zone, day) <= now;
  },
};

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function periodOf(text: string): number | undefined {
  const [, count = "1", unit = ""] = /^(\d{1,4})?\s*([a-z]+)$/i.exec(text) ?? [];
  const ms = UNITS[unit.charAt(0).toLowerCase()];
  return ms === undefined || Number(count) === 0 ? undefined : Number(count) * ms;
}

function dayOf(text: string): ClockTime | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  return { year: Number(year), month: Number(month), day: Number(day), hour: 0, minute: 0 };
}
