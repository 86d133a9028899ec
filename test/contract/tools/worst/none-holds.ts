/** Cases of which one must not hold the thread for a second of its computing, whatever else the machine does. */
import { expect, test } from "vitest";
import { heldWhile } from "../../../support/held.ts";

/** What it reads, with `part` of each number of repetitions, made before the time is taken. */
export type Sized = (part: Part) => () => unknown;
export type Part = (full: number) => number;
export type Cases = Record<string, Sized>;

/** A second, and half of one more: other programs that fill the caches of a busy machine make the same computing so much longer. */
const MOST_MS = 1_500;
const TRIES = 3;
/**
 * Parts of the full size, as divisors. What would be quick enough though it grew by the square is not read at its full size.
 * A reader that grows faster than that is slow at the smallest part already: there it has thousands of characters.
 */
const PARTS = [8, 4, 2, 1];
/** ms by the clock. Only what never ends takes so long: on a full machine the same computing waits ten times its own time. */
const LIMIT_MS = 300_000;

/** One test for all of them: it names those that took longer. */
export function noneHolds(reader: string, cases: Cases): void {
  test(`${reader}: none of ${Object.keys(cases).length} holds others for a second`, {
    timeout: LIMIT_MS,
  }, async () => {
    const slow: Record<string, number> = {};
    for (const [name, sized] of Object.entries(cases)) {
      const longest = await boundOf(sized);
      if (longest > MOST_MS) slow[name] = Math.round(longest);
    }
    expect(slow).toEqual({});
  });
}

/** ms that it holds others at most at its full size. */
async function boundOf(sized: Sized): Promise<number> {
  let bound = Number.POSITIVE_INFINITY;
  for (const divisor of PARTS) {
    const growth = divisor ** 2;
    const work = sized((full) => Math.ceil(full / divisor));
    bound = (await quickest(work, MOST_MS / growth, divisor === 1 ? TRIES : 1)) * growth;
    if (bound <= MOST_MS) break;
  }
  return bound;
}

/** ms that it holds others at the best of its tries; one that is short enough is the last. */
async function quickest(work: () => unknown, enough: number, tries: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < tries && best > enough; tried++) {
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
