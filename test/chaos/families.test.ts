import { expect, it } from "vitest";
import { runFamily } from "./families.ts";
import { add, type Tally } from "./tally.ts";

/** `npm run chaos -- --children N` takes as many kills as one has time for. */
const KILLS = 150;

it("whatever is killed while tasks are handed on, none is lost and none is told twice", async () => {
  let tally: Tally = {};
  for (let seed = 1; (tally["kills"] ?? 0) < KILLS; seed++) tally = add(tally, await runFamily(seed));
  expect(tally["tasks waited for"]).toBeGreaterThan(5);
  expect(tally["tasks delegated"]).toBeGreaterThan(5);
});
