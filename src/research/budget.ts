/**
 * Money of a run: the worst case of each step is reserved before it begins, and a share is kept for the report. Where prices
 * are unknown, the run's model calls are counted in the place of its money.
 */

export interface Bounds {
  ceiling_usd: number;
  /** Absent: prices are known, and calls are not counted. */
  most_calls?: number;
}

/** Share of the ceiling that gathering may not touch. */
const KEPT = 0.3;

export type Purse = "gather" | "report";

export class Budget {
  private readonly bounds: Bounds;
  private spent = 0;
  private reserved = 0;
  private made = 0;

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  /** Undefined where prices are known. */
  get calls(): { made: number; most: number } | undefined {
    const { most_calls: most } = this.bounds;
    return most === undefined ? undefined : { made: this.made, most };
  }

  get spent_usd(): number {
    return this.spent;
  }

  get reserved_usd(): number {
    return this.reserved;
  }

  mayReserve(worst_usd: number, purse: Purse): boolean {
    const limit = shareOf(this.bounds.ceiling_usd, purse);
    return this.spent + this.reserved + worst_usd <= limit + Number.EPSILON;
  }

  mayCall(purse: Purse): boolean {
    const { most_calls } = this.bounds;
    return most_calls === undefined || this.made + 1 <= shareOf(most_calls, purse);
  }

  /** Counts a call, which is not taken back: nobody knows whether one that was lost was billed. */
  call(): void {
    this.made += 1;
  }

  reserve(worst_usd: number): void {
    this.reserved += worst_usd;
  }

  /** Ends a reservation by what the step has cost. */
  settle(worst_usd: number, cost_usd: number): void {
    this.reserved = Math.max(0, this.reserved - worst_usd);
    this.spent += cost_usd;
  }

  /** Counts what was spent before this life of the run. */
  spentBefore(cost_usd: number): void {
    this.spent += cost_usd;
  }
}

function shareOf(whole: number, purse: Purse): number {
  return purse === "gather" ? whole * (1 - KEPT) : whole;
}
