/** What happens each minute: lost bells are rung again, and once an hour the regular work is added. */
import type { NewJob } from "./job.ts";
import type { Jobs } from "./jobs.ts";

export interface ClockDeps {
  jobs: Jobs;
  /** Jobs of this hour: their ids keep each to one run. */
  regular(now: number): readonly NewJob[];
  /** Looks of each minute. */
  looks?(): readonly (() => Promise<void>)[];
  now(): number;
  onFailure(cause: unknown): void;
}

export interface Clock {
  /** For the cron trigger. */
  tick(): Promise<void>;
  /**
   * For where no cron fires, as on one's own machine: at most once a minute for each process, and never in the way of
   * the request that brings it along. Does not throw.
   */
  tickIfDue(): Promise<void>;
}

const MINUTE_MS = 60_000;
/** Finished jobs are kept this long. */
const KEEP_JOBS_MS = 30 * 86_400_000;

export function createClock({ jobs, regular, looks, now, onFailure }: ClockDeps): Clock {
  let last = 0;
  let hour = 0;
  const tick = async () => {
    last = now();
    await jobs.sweep();
    // One that fails takes no other along, and comes again in a minute.
    for (const look of looks?.() ?? []) await look().catch(onFailure);
    const current = Math.floor(last / 3_600_000);
    if (current === hour) return;
    for (const job of regular(last)) await jobs.enqueue(job);
    await jobs.store.prune(last - KEEP_JOBS_MS);
    hour = current;
  };
  return {
    tick,
    async tickIfDue() {
      if (now() - last < MINUTE_MS) return;
      try {
        await tick();
      } catch (cause) {
        onFailure(cause);
      }
    },
  };
}
