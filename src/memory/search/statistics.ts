/** How telling a word is, as the index said lately: remembered for a while, since it hardly moves. */
import type { Frequencies } from "../ports/index-port.ts";

/**
 * In a smaller memory a word tells as much as it would among so many passages: where a person has noted four things of
 * their sister, her name stands in all of them, and is what they ask by.
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
  /** Undefined for a word that must be looked up. */
  count(stem: string, now: number): number | undefined;
  /** As last seen. */
  totals(owner: string): Omit<Frequencies, "counts"> | undefined;
  /** Takes the counts of the index as they are now. False when it has grown so much that the cached counts are dropped. */
  learn(owner: string, seen: Frequencies, now: number): boolean;
}

/** One for each process: counts of words are no one's secret, and near enough when a minute old. */
export function createStatisticsCache(): StatisticsCache {
  const counts = new Map<string, Remembered>();
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
      // An archive was brought in: what was counted before it makes common words seem rare.
      if (before !== undefined && seen.total > before * GROWN) {
        counts.clear();
        return false;
      }
      // While the index is small it grows by large parts: then nothing is remembered for long.
      const until = now + (seen.total < SMALL ? KEEP_SMALL_MS : KEEP_MS);
      for (const [stem, count] of seen.counts) remember(stem, count, { now, until });
      return true;
    },
  };

  function remember(stem: string, count: number, { now, until }: { now: number; until: number }): void {
    // What was remembered came back as it was: it is no younger for that.
    if ((counts.get(stem)?.until ?? 0) >= now) return;
    // A word that is not there yet may be there with the next message: it is looked up again soon.
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
