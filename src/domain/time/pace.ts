/** How often something may happen: at once as often as the allowance says, then as it comes back with time. */

export interface Allowance {
  /** Within `seconds`, and at once if nothing happened before. */
  most: number;
  seconds: number;
}

/** What one more costs, in ms of the allowance. */
export function costOf({ most, seconds }: Allowance): number {
  return (seconds * 1000) / most;
}

/** In how many seconds there is room for one more, if it happens that `spent` ends then. Times are ms since the epoch. */
export function waitOf(allowance: Allowance, spentUntil: number, now: number): number {
  const wait = Math.max(spentUntil, now) + costOf(allowance) - now - allowance.seconds * 1000;
  return Math.max(0, Math.ceil(wait / 1000));
}

const MAX_KEPT = 10_000;

/** What happened in this isolate: exact for it, and blind to what others count. */
export class Pace {
  private readonly now: () => number;
  /** When all of the allowance is there again. */
  private readonly spentUntil = new Map<string, number>();

  constructor(now: () => number) {
    this.now = now;
  }

  /** Counts one more, or says in how many seconds there is room for it; 0: it was counted. */
  take(name: string, allowance: Allowance): number {
    const now = this.now();
    const spent = this.spentUntil.get(name) ?? now;
    const wait = waitOf(allowance, spent, now);
    if (wait > 0) return wait;
    this.keep(name, Math.max(spent, now) + costOf(allowance));
    return 0;
  }

  /** Nothing is left of it for now: others have counted as much. */
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
