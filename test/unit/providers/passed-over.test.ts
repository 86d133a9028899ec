/** A model that another one answers for: people are told which, and why. */
import { expect, test } from "vitest";
import { fail, finish } from "./events.ts";
import { account, notices, stage, target } from "./failover-stage.ts";

test("a first model that could not even be asked is named, with why, also when it failed in a call before", async () => {
  const { run, clock } = stage({
    one: [[fail("rate_limited", 60_000)], [fail("auth")]],
    two: [[finish()]],
  });
  const both = [target("one", account("a")), target("two", account("c"))];
  const first = { model: "acme/one", name: "one (Acme)" };
  expect(notices(await run([target("two", account("c"))], first))).toEqual([
    "one (Acme) is not connected: two (Acme) answers instead.",
  ]);
  expect(notices(await run(both, first))).toEqual([
    "Acme's account \"a's account\" has reached its limit: two (Acme) answers instead.",
  ]);
  expect(notices(await run(both, first))).toEqual([
    "one (Acme) rests for a moment after it failed: two (Acme) answers instead.",
  ]);
  await clock.advance(60_000);
  expect(notices(await run(both, first)).at(-1)).toBe(
    "Acme refused the key of Acme's account \"a's account\": two (Acme) answers instead.",
  );
  expect(notices(await run(both, first))).toEqual([
    "one (Acme) has no key that works: two (Acme) answers instead.",
  ]);
});
