/** How telling a word is, from the index itself; remembered for a while, since it hardly moves. */
import type { ChunkStore, Meter } from "../ports.ts";

export interface Statistics {
  /** Inverse document frequency of each stem. */
  idf(stem: string): number;
  count(stem: string): number;
  /** In how many of the owner's passages it stands, by and large. */
  expected(stem: string): number;
  total: number;
  /** The owner's passages. */
  owned: number;
}

interface Remembered {
  count: number;
  until: number;
}

const KEEP_MS = 60_000;
const KEEP_SMALL_MS = 2_000;
const SMALL = 5_000;
const GROWN = 1.5;
const KEEP_ENTRIES = 20_000;

export interface StatisticsCache {
  of(owner: string, stems: readonly string[], now: number, meter?: Meter): Promise<Statistics>;
}

/** One for each process: counts of words are no one's secret, and near enough when a minute old. */
export function createStatisticsCache(chunks: Pick<ChunkStore, "frequencies">): StatisticsCache {
  const counts = new Map<string, Remembered>();
  const owned = new Map<string, Remembered>();
  let total = 0;
  return {
    async of(owner, stems, now, meter) {
      let missing = stems.filter((stem) => (counts.get(stem)?.until ?? 0) < now);
      if (missing.length > 0 || (owned.get(owner)?.until ?? 0) < now) {
        if (counts.size > KEEP_ENTRIES) counts.clear();
        if (owned.size > KEEP_ENTRIES) owned.clear();
        let fresh = await chunks.frequencies(owner, missing, meter);
        // An archive was brought in: what was counted before it makes common words seem rare.
        if (fresh.total > total * GROWN && missing.length < stems.length) {
          counts.clear();
          missing = [...stems];
          fresh = await chunks.frequencies(owner, missing, meter);
        }
        // While the index is small it grows by large parts: then nothing is remembered for long.
        const until = now + (fresh.total < SMALL ? KEEP_SMALL_MS : KEEP_MS);
        for (const stem of missing) {
          const count = fresh.counts.get(stem) ?? 0;
          // A word that is not there yet may be there with the next message: it is looked up again soon.
          counts.set(stem, { count, until: count === 0 ? now + KEEP_SMALL_MS : until });
        }
        owned.set(owner, { count: fresh.owned, until });
        total = fresh.total;
      }
      const known = new Map(stems.map((stem) => [stem, counts.get(stem)?.count ?? 0]));
      return statistics(known, total, owned.get(owner)?.count ?? 0);
    },
  };
}

function statistics(counts: ReadonlyMap<string, number>, total: number, owned: number): Statistics {
  const count = (stem: string) => counts.get(stem) ?? 0;
  const share = Math.min(1, owned / Math.max(1, total));
  return {
    total,
    owned,
    count,
    expected: (stem) => Math.min(owned, count(stem) * share),
    idf: (stem) => Math.log(1 + (Math.max(total, count(stem)) - count(stem) + 0.5) / (count(stem) + 0.5)),
  };
}
