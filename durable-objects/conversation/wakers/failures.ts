/** Backoff for failing wakers: the pause doubles with each failure in a row. */
import type { Log } from "../../../src/observability/log-port.ts";

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 600_000;

export interface FailuresDeps {
  now(): number;
  log: Log;
}

export class Failures {
  private readonly deps: FailuresDeps;
  /** State by waker. Without `until`, the waker is being tried again. */
  private readonly resting = new Map<string, { times: number; until?: number }>();

  constructor(deps: FailuresDeps) {
    this.deps = deps;
  }

  /** Time of the next attempt, in ms since the epoch; undefined: the waker is not pausing. */
  until(waker: string): number | undefined {
    return this.resting.get(waker)?.until;
  }

  /** Whether the waker may be called now. */
  mayTry(waker: string, now: number): boolean {
    const failed = this.resting.get(waker);
    if (failed?.until !== undefined && failed.until > now) return false;
    if (failed) this.resting.set(waker, { times: failed.times });
    return true;
  }

  failed(waker: string, problem: unknown): void {
    const { now, log } = this.deps;
    const before = this.resting.get(waker);
    // This attempt was already counted as failed.
    if (before?.until !== undefined) return;
    const times = (before?.times ?? 0) + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS);
    this.resting.set(waker, { times, until: now() + pause });
    log.error("waker_failed", { waker, times, problem: String(problem) });
  }

  recovered(waker: string): void {
    this.resting.delete(waker);
  }
}
