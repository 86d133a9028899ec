/** Computes the occurrences of a schedule. */
import type { ScheduleSpec, Timing } from "../schedule.ts";
import { cronAfter } from "./cron.ts";
import { quietUntil } from "./quiet.ts";

/** The fields that determine its times. `anchor` (ms since the epoch) is where intervals are counted from. */
export type OccurrenceRule = Pick<ScheduleSpec, "timing" | "time_zone" | "quiet"> & { anchor: number };

/** Limit of the search: a schedule whose times all fall into quiet hours never occurs. */
const MOST_QUIETS = 400;

/** The first occurrence after `after`, in ms since the epoch; null if there is none. */
export function nextAfter(timed: OccurrenceRule, after: number): number | null {
  let from = after;
  for (let quiets = 0; quiets < MOST_QUIETS; quiets++) {
    const next = plainNext(timed, from);
    if (next === null || timed.timing.type === "at") return next;
    const until = quietUntil(timed.quiet, timed.time_zone, next);
    if (until === undefined) return next;
    // The moment at which quiet hours end is not quiet.
    from = until - 1;
  }
  return null;
}

function plainNext({ timing, time_zone, anchor }: OccurrenceRule, after: number): number | null {
  switch (timing.type) {
    case "cron":
      return cronAfter(timing.cron, time_zone, after);
    case "every":
      return anchor + (Math.floor((after - anchor) / periodOf(timing)) + 1) * periodOf(timing);
    case "at":
      return timing.at > after ? timing.at : null;
  }
}

function periodOf({ minutes }: Extract<Timing, { type: "every" }>): number {
  return minutes * 60_000;
}

/** At most `most` times in (`after`, `until`]. */
export function between(
  timed: OccurrenceRule,
  { after, until }: { after: number; until: number },
  most: number,
): number[] {
  const found: number[] = [];
  let next = nextAfter(timed, after);
  while (next !== null && next <= until && found.length < most) {
    found.push(next);
    next = nextAfter(timed, next);
  }
  return found;
}

const HOUR_MS = 3_600_000;
const WINDOWS = [HOUR_MS, 26 * HOUR_MS, 8 * 24 * HOUR_MS, 40 * 24 * HOUR_MS, 1500 * 24 * HOUR_MS];
const MOST_STEPS = 100;

/**
 * The occurrences from `first` (itself one) to `now`: the last one, and their number, counted up to some
 * hundred.
 */
export function pastOf(timed: OccurrenceRule, first: number, now: number): { last: number; count: number } {
  const walked = between(timed, { after: first, until: now }, MOST_STEPS);
  const last = walked.at(-1) ?? first;
  if (walked.length < MOST_STEPS) return { last, count: walked.length + 1 };
  return { last: latestBefore(timed, last, now), count: walked.length + 1 };
}

/** After a long gap: searches backwards, in growing spans. */
function latestBefore(timed: OccurrenceRule, known: number, now: number): number {
  for (const window of WINDOWS) {
    const after = Math.max(known, now - window);
    const latest = between(timed, { after, until: now }, Number.POSITIVE_INFINITY).at(-1);
    if (latest !== undefined) return latest;
    if (after === known) break;
  }
  return known;
}
