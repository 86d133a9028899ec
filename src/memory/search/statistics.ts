/** Word frequencies as the index last reported them: cached for a while, since they change slowly. */
import type { Frequencies } from "../ports/index-port.ts";

/**
 * Minimum corpus size for weights: when a person has four notes about their sister, her name is in all of
 * them, and is still what they search by.
 */
export const FEWEST = 100;

export interface Statistics {
  /** Inverse document frequency of each stem. */
  idf(stem: string): number;
  count(stem: string): number;
  total: number;
  /** The owner's passages. */
  owned: number;
}

interface CachedCount {
  count: number;
  until: number;
}

const KEEP_MS = 60_000;
const KEEP_SMALL_MS = 2_000;
const SMALL = 5_000;
const GROWN = 1.5;
const KEEP_ENTRIES = 20_000;

export interface StatisticsCache {
  /** Undefined for a word that must be looked up. */
  count(stem: string, now: number): number | undefined;
  /** Totals as last seen. */
  totals(owner: string): Omit<Frequencies, "counts"> | undefined;
  /**
   * Stores the index's current counts. False when it has grown so much that the cached counts were dropped.
   */
  learn(owner: string, seen: Frequencies, now: number): boolean;
}

/** One per process: word counts are no secret, and accurate enough when a minute old. */
export function createStatisticsCache(): StatisticsCache {
  const counts = new Map<string, CachedCount>();
  const owned = new Map<string, number>();
  let total: number | undefined;
  return {
    count(stem, now) {
      const found = counts.get(stem);
      return found !== undefined && found.until >= now ? found.count : undefined;
    },
    totals(owner) {
      const own = owned.get(owner);
      return own === undefined || total === undefined ? undefined : { total, owned: own };
    },
    learn(owner, seen, now) {
      if (counts.size > KEEP_ENTRIES) counts.clear();
      if (owned.size > KEEP_ENTRIES) owned.clear();
      const before = total;
      owned.set(owner, seen.owned);
      total = seen.total;
      // An archive was imported: earlier counts make common words seem rare.
      if (before !== undefined && seen.total > before * GROWN) {
        counts.clear();
        return false;
      }
      // A small index grows by large parts, so its counts are cached only briefly.
      const until = now + (seen.total < SMALL ? KEEP_SMALL_MS : KEEP_MS);
      for (const [stem, count] of seen.counts) remember(stem, count, { now, until });
      return true;
    },
  };

  function remember(stem: string, count: number, { now, until }: { now: number; until: number }): void {
    // The entry came from this cache, so its age stays.
    if ((counts.get(stem)?.until ?? 0) >= now) return;
    // A word that does not occur yet may be in the next message: it is looked up again soon.
    counts.set(stem, { count, until: count === 0 ? now + KEEP_SMALL_MS : until });
  }
}

export function statisticsOf({ counts, total, owned }: Frequencies): Statistics {
  const count = (stem: string) => counts.get(stem) ?? 0;
  const among = Math.max(total, FEWEST);
  return {
    total,
    owned,
    count,
    idf: (stem) => Math.log(1 + (Math.max(among, count(stem)) - count(stem) + 0.5) / (count(stem) + 0.5)),
  };
}
