/** Fills in the days on which nothing was spent, so that the chart has a bar for every day. */
import type { CostGroup } from "../../api/instance.ts";

export interface Day {
  /** YYYY-MM-DD, UTC. */
  key: string;
  cost_usd: number;
  calls: number;
}

const DAY_MS = 86_400_000;
const MOST = 120;

/** Days from the first known one, or `days` ago, to `now` (ms since the epoch). */
export function everyDay(
  items: readonly Pick<CostGroup, "key" | "calls" | "cost_usd">[],
  days: number | null,
  now: number,
): Day[] {
  const known = new Map(items.map((item) => [item.key, item]));
  const first = items.reduce<string | null>(
    (oldest, { key }) => (oldest === null || key < oldest ? key : oldest),
    null,
  );
  const span = days ?? (first === null ? 1 : Math.floor((dayOf(now) - Date.parse(first)) / DAY_MS) + 1);
  return Array.from({ length: Math.min(MOST, Math.max(1, span)) }, (_, ago) => {
    const key = new Date(dayOf(now) - ago * DAY_MS).toISOString().slice(0, 10);
    const item = known.get(key);
    return { key, cost_usd: item?.cost_usd ?? 0, calls: item?.calls ?? 0 };
  }).reverse();
}

function dayOf(now: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS;
}
