/** Money of a run: the worst case of each step is reserved before it begins, and a share is kept for the report. */

/** Share of the ceiling that gathering may not touch. */
const KEPT = 0.3;

export type Purse = "gather" | "report";

export class Budget {
  readonly ceiling_usd: number;
  private spent = 0;
  private reserved = 0;

  constructor(ceiling_usd: number) {
    this.ceiling_usd = ceiling_usd;
  }

  get spent_usd(): number {
    return this.spent;
  }

  get reserved_usd(): number {
    return this.reserved;
  }

  mayReserve(worst_usd: number, purse: Purse): boolean {
    const limit = purse === "gather" ? this.ceiling_usd * (1 - KEPT) : this.ceiling_usd;
    return this.spent + this.reserved + worst_usd <= limit + Number.EPSILON;
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
