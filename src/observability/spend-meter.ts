/** What was spent and is not in the ledger yet, by all conversations of this isolate: the ledger is seconds behind. */

export interface Spend {
  /** That of its ledger row. */
  id: string;
  /** ms since the epoch. */
  at: number;
  owner: string;
  agent: string;
  /** Agents in whose name it was spent. */
  on_behalf_of?: readonly string[];
  /** US dollars. */
  cost_usd: number;
}

/** No sum of the ledger that is in use is older. */
const KEPT_MS = 120_000;
/** What was not told to be in the ledger by then was written by another life of its conversation. */
const UNHEARD_MS = 3_600_000;

export class SpendMeter {
  private readonly spends = new Map<string, Spend & { recorded_at: number | null }>();

  /** The same id again changes nothing. */
  note(spend: Spend): void {
    if (!this.spends.has(spend.id)) this.spends.set(spend.id, { ...spend, recorded_at: null });
  }

  /** They are in the ledger now. */
  recorded(ids: readonly string[], now: number): void {
    for (const id of ids) {
      const spend = this.spends.get(id);
      if (spend) spend.recorded_at = now;
    }
    for (const [id, { recorded_at, at }] of this.spends)
      if (recorded_at === null ? now - at > UNHEARD_MS : now - recorded_at > KEPT_MS) this.spends.delete(id);
  }

  /** What a sum whose reading began at `read_at` cannot have seen for sure. */
  unseenSince(read_at: number): Spend[] {
    return [...this.spends.values()].filter(
      ({ recorded_at }) => recorded_at === null || recorded_at >= read_at,
    );
  }
}
