/** Quiet hours: times of day, in a time zone, when nothing runs. */
import { clockIn, instantIn } from "../../domain/time/zone.ts";
import type { Quiet } from "../schedule.ts";

const DAY_MS = 86_400_000;

/** End of the quiet hours that contain `at`; undefined if `at` is not quiet. Both in ms since the epoch. */
export function quietUntil(quiet: Quiet | null, zone: string, at: number): number | undefined {
  if (!quiet) return undefined;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const clock = clockIn(zone, at);
  const now = clock.hour * 60 + clock.minute;
  const isQuiet = from <= to ? now >= from && now < to : now >= from || now < to;
  if (!isQuiet) return undefined;
  const day = now >= to ? clockIn(zone, instantIn(zone, { ...clock, hour: 12, minute: 0 }) + DAY_MS) : clock;
  return instantIn(zone, { ...day, hour: Math.floor(to / 60), minute: to % 60 });
}

/** Minutes since midnight. */
function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
}
