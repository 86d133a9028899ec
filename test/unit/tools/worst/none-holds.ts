/** Cases of which one must not hold the thread for a second of its computing, whatever else the machine does. */
import { expect, test } from "vitest";
import { heldWhile } from "../../../support/held.ts";

export type Cases = Record<string, () => unknown>;

const MOST_MS = 1_000;

/** One test for all of them: it names those that took longer. */
export function noneHolds(reader: string, cases: Cases): void {
  test(`${reader}: none of ${Object.keys(cases).length} holds others for a second`, {
    timeout: 60_000,
  }, async () => {
    const slow: Record<string, number> = {};
    for (const [name, work] of Object.entries(cases)) {
      const { holds } = await heldWhile(Promise.resolve().then(work));
      if (holds.longest > MOST_MS) slow[name] = Math.round(holds.longest);
    }
    expect(slow).toEqual({});
  });
}

/** It may be refused. */
export function attempt<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
