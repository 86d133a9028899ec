/** Totals of a tree of tasks. */
import type { ChildItem } from "../../../src/channels/web/wire.ts";

export interface Tally {
  /** Tasks at every depth. */
  tasks: number;
  running: number;
  /** US dollars. */
  cost_usd: number;
}

export function tallyOf(items: readonly ChildItem[]): Tally {
  const below = items.map(({ children }) => tallyOf(children));
  return {
    tasks: items.length + sum(below.map(({ tasks }) => tasks)),
    running:
      items.filter(({ state }) => state === "running").length + sum(below.map(({ running }) => running)),
    // A task's cost includes the tasks below it.
    cost_usd: sum(items.map(({ cost_usd }) => cost_usd)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
