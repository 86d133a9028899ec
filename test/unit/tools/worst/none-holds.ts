/** Cases of which one must not hold the thread for a second of its computing, whatever else the machine does. */
import { expect, test } from "vitest";
import { heldWhile } from "../../../support/held.ts";

export type Cases = Record<string, () => unknown>;

/** A second, and half of one more: other programs that fill the caches of a busy machine make the same computing so much longer. */
const MOST_MS = 1_500;
const TRIES = 3;
/** ms by the clock. Only what never ends takes so long: on a full machine the same computing waits ten times its own time. */
const LIMIT_MS = 300_000;

/** One test for all of them: it names those that took longer. */
export function noneHolds(reader: string, cases: Cases): void {
  test(`${reader}: none of ${Object.keys(cases).length} holds others for a second`, {
    timeout: LIMIT_MS,
  }, async () => {
    const slow: Record<string, number> = {};
    for (const [name, work] of Object.entries(cases)) {
      const longest = await quickest(work);
      if (longest > MOST_MS) slow[name] = Math.round(longest);
    }
    expect(slow).toEqual({});
  });
}

/** ms that it holds others at the best of its tries; one that is short enough is the last. */
async function quickest(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES && best > MOST_MS; tried++) {
    const { holds } = await heldWhile(Promise.resolve().then(work));
    best = Math.min(best, holds.longest);
  }
  return best;
}

/** It may be refused. */
export function attempt<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
