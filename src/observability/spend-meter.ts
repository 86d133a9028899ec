/** Spending of all conversations in this isolate that the ledger does not show yet: it lags by seconds. */

export interface Spend {
  /** Id of its ledger row. */
  id: string;
  /** ms since the epoch. */
  at: number;
  owner: string;
  agent: string;
  /** Agents on whose behalf it was spent. */
  on_behalf_of?: readonly string[];
  /** US dollars. */
  cost_usd: number;
}

/** No ledger sum in use is older than this, in ms. */
const KEPT_MS = 120_000;
/**
 * An entry not confirmed within this time, in ms, was written to the ledger after its conversation's object
 * restarted.
 */
const UNHEARD_MS = 3_600_000;

export class SpendMeter {
  private readonly spends = new Map<string, Spend & { recorded_at: number | null }>();

  /** Idempotent by id. A step whose call was made a second time costs more than before: the most that was noted counts. */
  note(spend: Spend): void {
    const known = this.spends.get(spend.id);
    if (known && known.cost_usd >= spend.cost_usd) return;
    this.spends.set(spend.id, { ...spend, recorded_at: known?.recorded_at ?? null });
  }

  /** Marks entries as written to the ledger. */
  recorded(ids: readonly string[], now: number): void {
    for (const id of ids) {
      const spend = this.spends.get(id);
      if (spend) spend.recorded_at = now;
    }
    for (const [id, { recorded_at, at }] of this.spends)
      if (recorded_at === null ? now - at > UNHEARD_MS : now - recorded_at > KEPT_MS) this.spends.delete(id);
  }

  /** Entries that a sum whose reading began at `read_at` may have missed. */
  unseenSince(read_at: number): Spend[] {
    return [...this.spends.values()].filter(
      ({ recorded_at }) => recorded_at === null || recorded_at >= read_at,
    );
  }
}
