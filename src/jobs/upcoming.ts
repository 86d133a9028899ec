/**
 * Cache of this process: jobs that are known to be pending for a later time, so enqueuing them again would
 * change nothing.
 */
import type { Job, NewJob } from "./job.ts";

const MOST_KEPT = 2_000;

export class UpcomingJobs {
  private readonly now: () => number;
  private readonly times = new Map<string, number>();

  constructor(now: () => number) {
    this.now = now;
  }

  /** The jobs that have to be enqueued. */
  without(jobs: readonly NewJob[]): NewJob[] {
    return jobs.filter(({ dedupe_key }) => (this.times.get(dedupe_key ?? "") ?? 0) <= this.now());
  }

  /** Records added jobs that will not run before their time. */
  note(jobs: readonly Job[]): void {
    if (this.times.size + jobs.length > MOST_KEPT) this.times.clear();
    for (const { dedupe_key, run_after } of jobs)
      if (dedupe_key !== undefined) this.times.set(dedupe_key, run_after);
  }
}
