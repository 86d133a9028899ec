/** Time zone arithmetic: from an instant to local time, and back. */

export interface ClockTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Cache by zone: making a formatter takes longer than all uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether the runtime knows that time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false; // A RangeError: no such zone.
  }
}

/** Local time in the zone. `at` is in ms since the epoch. Throws a RangeError for an unknown zone. */
export function clockIn(zone: string, at: number): ClockTime {
  const shown = new Date(at + offsetMinutes(zone, at) * MINUTE_MS);
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
  };
}

/** UTC offset in minutes; east of Greenwich is positive. */
export function offsetMinutes(zone: string, at: number): number {
  const parts = formatOf(zone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value ?? 0);
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
  return Math.round((shown - Math.floor(at / MINUTE_MS) * MINUTE_MS) / MINUTE_MS);
}

/**
 * The instant of a local time, in ms since the epoch. Of a time that occurs twice (clocks go back), the
 * first; a time that never occurs (clocks go forward) moves forward by the gap.
 */
export function instantIn(zone: string, { year, month, day, hour, minute }: ClockTime): number {
  const plain = Date.UTC(year, month - 1, day, hour, minute);
  const before = offsetMinutes(zone, plain - DAY_MS);
  const after = offsetMinutes(zone, plain + DAY_MS);
  const fitting = [before, after].filter(
    (offset) => offsetMinutes(zone, plain - offset * MINUTE_MS) === offset,
  );
  // The greater offset is the earlier instant.
  const offset = fitting.length > 0 ? Math.max(...fitting) : before;
  return plain - offset * MINUTE_MS;
}

/** Formats an offset: `+05:45`. */
export function offsetText(minutes: number): string {
  const [sign, size] = [minutes < 0 ? "-" : "+", Math.abs(minutes)];
  return `${sign}${String(Math.floor(size / 60)).padStart(2, "0")}:${String(size % 60).padStart(2, "0")}`;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  if (formats.size >= 100) formats.clear();
  formats.set(zone, made);
  return made;
}
