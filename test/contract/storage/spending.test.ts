/** What accounts were billed, over D1's own SQL. */
import { expect, test } from "vitest";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { SpendingBook } from "../../../src/storage/d1/models/spending.ts";
import { nodeD1 } from "../../support/node-d1.ts";

test("what was billed adds up by account and day, however many writes it comes in", async () => {
  const now = Date.UTC(2026, 10, 24, 12);
  const after = (_ms: number, act: () => void) => {
    act();
    return () => undefined;
  };
  const clock = { now: () => now, after };
  const book = new SpendingBook({ db: openDatabase(nodeD1()), clock });
  await book.add("acc_1", { at: now, cost_usd: 0.25 });
  await book.add("acc_1", { at: now, cost_usd: 0.5 });
  await book.add("acc_1", { at: now - 86_400_000, cost_usd: null });
  await book.add("acc_2", { at: now, cost_usd: 1 });
  const spent = await book.read();
  expect(spent.get("acc_1")).toEqual({ calls: 3, unpriced_calls: 1, cost_usd: 0.75 });
  expect(spent.get("acc_2")).toEqual({ calls: 1, unpriced_calls: 0, cost_usd: 1 });
});
