/**
 * The minute tick: rings again for jobs whose doorbell message was lost, and once an hour enqueues the
 * regular jobs.
 */
import type { NewJob } from "./job.ts";
import type { Jobs } from "./jobs.ts";

interface ClockDeps {
  jobs: Jobs;
  /** The regular jobs of this hour: their ids keep each to one run. */
  regular(now: number): readonly NewJob[];
  /** Checks that run each minute. */
  looks?(): readonly (() => Promise<void>)[];
  now(): number;
  /** Start of this process, where no other one runs jobs: those that ran before are dead. ms since the epoch. */
  alone_since?: number;
  /** Whether a restore is under way: until it ends nothing runs by itself. */
  isAtRest(): Promise<boolean>;
  onFailure(cause: unknown): void;
}

export interface Clock {
  isAtRest(): Promise<boolean>;
  /** Called by the cron trigger. */
  tick(): Promise<void>;
  /**
   * Ticks where no cron fires, as on a person's own machine: at most once a minute per process, and without
   * delaying the request that triggers it. Does not throw.
   */
  tickIfDue(): Promise<void>;
}

const MINUTE_MS = 60_000;
/** Messages older than this may have been lost with the last process, where queues lie in its memory. No restart is faster. */
const JUST_RUNG_MS = 1_000;
/** Retention of finished jobs. */
const KEEP_JOBS_MS = 30 * 86_400_000;

export function createClock({
  jobs,
  regular,
  looks,
  now,
  alone_since,
  isAtRest,
  onFailure,
}: ClockDeps): Clock {
  let last = 0;
  let hour = 0;
  let isFirst = true;
  const tick = async () => {
    last = now();
    await jobs.sweep(isFirst ? JUST_RUNG_MS : undefined, isFirst ? alone_since : undefined);
    isFirst = false;
    // A failing check does not stop the others, and runs again in a minute.
    for (const look of looks?.() ?? []) await look().catch(onFailure);
    const current = Math.floor(last / 3_600_000);
    if (current === hour) return;
    for (const job of regular(last)) await jobs.enqueue(job);
    await jobs.store.prune(last - KEEP_JOBS_MS);
    hour = current;
  };
  return {
    isAtRest,
    tick,
    async tickIfDue() {
      if (now() - last < MINUTE_MS) return;
      last = now();
      try {
        if (!(await isAtRest())) await tick();
      } catch (cause) {
        onFailure(cause);
      }
    },
  };
}
