/** Decides what to do with a due schedule: run it, skip it, or stop it. */
import type { Schedule, State } from "../schedule.ts";
import { nextAfter, type OccurrenceRule, pastOf } from "./occurrences.ts";

/** An occurrence later than this was missed because the machine was off. */
const LATE_MS = 90_000;

export interface Plan {
  /** The occurrence to run, with a note for the agent if it stands for others too. */
  run: { occurrence: number; note: string | null } | null;
  /** The occurrence that is skipped, with the reason. */
  skip: { occurrence: number; reason: string } | null;
  /** Number of skipped occurrences, including this one. */
  skipped: number;
  next_at: number | null;
  state: State;
}

export function timedOf({ wish, created_at }: Pick<Schedule, "wish" | "created_at">): OccurrenceRule {
  return { ...wish, anchor: created_at };
}

/** `isPending`: its last run has not ended. `schedule.next_at` is not after `now`. */
export function planOf(schedule: Schedule & { next_at: number }, now: number, isPending: boolean): Plan {
  const timed = timedOf(schedule);
  const { last, count } = pastOf(timed, schedule.next_at, now);
  const next_at = nextAfter(timed, now);
  const state = next_at === null ? "done" : schedule.state;
  const base = { next_at, state };
  const skip = (reason: string) => ({
    ...base,
    run: null,
    skip: { occurrence: last, reason },
    skipped: count,
  });
  if (isPending) return skip(PENDING);
  const isMissed = now - last > LATE_MS;
  if (isMissed && schedule.wish.missed === "skip") return skip(OFF);
  const makesUp = schedule.wish.missed === "once" && (isMissed || count > 1);
  const note = makesUp ? noteOf(schedule.next_at, count) : null;
  return { ...base, run: { occurrence: last, note }, skip: null, skipped: count - 1 };
}

const PENDING = "The previous run hadn't ended.";
const OFF = "Nightjar was not running at the time.";

function noteOf(first: number, count: number): string {
  const when = new Date(first).toISOString();
  return count === 1
    ? `It was due at ${when}, when Nightjar was not running: this run comes late.`
    : `Nightjar was not running for a while: this run makes up for all that was due since ${when}.`;
}
