/** Rate limiter (GCRA), in memory: a burst up to the allowance, then as the allowance refills. */

export interface Allowance {
  /** Actions within `seconds`; all of them at once after a pause. */
  most: number;
  seconds: number;
}

/** Cost of one action, in ms of the allowance. */
export function costOf({ most, seconds }: Allowance): number {
  return (seconds * 1000) / most;
}

/**
 * Seconds until one more action is allowed, given that the spent allowance refills at `spentUntil`. Times are
 * ms since the epoch.
 */
export function waitOf(allowance: Allowance, spentUntil: number, now: number): number {
  const wait = Math.max(spentUntil, now) + costOf(allowance) - now - allowance.seconds * 1000;
  return Math.max(0, Math.ceil(wait / 1000));
}

const MAX_KEPT = 10_000;

/** Counts in this isolate only: exact here, unaware of other isolates. */
export class RateLimiter {
  private readonly now: () => number;
  /** Time by name at which the whole allowance is available again, in ms since the epoch. */
  private readonly spentUntil = new Map<string, number>();

  constructor(now: () => number) {
    this.now = now;
  }

  /** Counts one action and returns 0, or returns the seconds to wait without counting it. */
  take(name: string, allowance: Allowance): number {
    const now = this.now();
    const spent = this.spentUntil.get(name) ?? now;
    const wait = waitOf(allowance, spent, now);
    if (wait > 0) return wait;
    this.keep(name, Math.max(spent, now) + costOf(allowance));
    return 0;
  }

  /** Uses up the allowance: other isolates have reached the limit. */
  exhaust(name: string, { seconds }: Allowance): void {
    this.keep(name, this.now() + seconds * 1000);
  }

  private keep(name: string, until: number): void {
    this.spentUntil.delete(name);
    this.spentUntil.set(name, until);
    if (this.spentUntil.size <= MAX_KEPT) return;
    const [oldest] = this.spentUntil.keys();
    if (oldest !== undefined) this.spentUntil.delete(oldest);
  }
}
