import { expect, it } from "vitest";
import { runBuild } from "./builds.ts";
import { add, type Tally } from "./tally.ts";

/** `npm run chaos -- --builds N` takes as many kills as one has time for. */
const KILLS = 25;

it("a build that is killed at any moment goes on or fails visibly, and is registered and paid for once", async () => {
  let tally: Tally = {};
  for (let seed = 1; (tally["kills"] ?? 0) < KILLS; seed++) tally = add(tally, await runBuild(seed));
  expect(tally["completed"]).toBeGreaterThan(2);
});
