/** How telling a word is, from the index itself; remembered for a while, since it hardly moves. */
import type { ChunkStore } from "../ports.ts";

export interface Statistics {
  /** Inverse document frequency of each stem. */
  idf(stem: string): number;
  count(stem: string): number;
  total: number;
}

interface Remembered {
  count: number;
  until: number;
}

const KEEP_MS = 60_000;
const KEEP_SMALL_MS = 2_000;
const KEEP_ENTRIES = 20_000;

export interface StatisticsCache {
  of(stems: readonly string[], now: number): Promise<Statistics>;
}

/** One for each process: counts of words are no one's secret, and near enough when ten minutes old. */
export function createStatisticsCache(chunks: Pick<ChunkStore, "frequencies">): StatisticsCache {
  const counts = new Map<string, Remembered>();
  let total = { value: 0, until: 0 };
  return {
    async of(stems, now) {
      const missing = stems.filter((stem) => (counts.get(stem)?.until ?? 0) < now);
      if (missing.length > 0 || total.until < now) {
        if (counts.size > KEEP_ENTRIES) counts.clear();
        const fresh = await chunks.frequencies(missing);
        // While the index is small it grows by large parts: then nothing is remembered for long.
        const until = now + (fresh.total < 5_000 ? KEEP_SMALL_MS : KEEP_MS);
        // A word that is not there yet may be there with the next message: it is looked up again.
        for (const stem of missing) {
          const count = fresh.counts.get(stem) ?? 0;
          counts.set(stem, { count, until: count === 0 ? 0 : until });
        }
        total = { value: fresh.total, until };
      }
      return statistics(new Map(stems.map((stem) => [stem, counts.get(stem)?.count ?? 0])), total.value);
    },
  };
}

function statistics(counts: ReadonlyMap<string, number>, total: number): Statistics {
  const count = (stem: string) => counts.get(stem) ?? 0;
  return {
    total,
    count,
    idf: (stem) => Math.log(1 + (Math.max(total, count(stem)) - count(stem) + 0.5) / (count(stem) + 0.5)),
  };
}
