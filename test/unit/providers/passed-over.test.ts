/** A model that another one answers for: people are told which, and why. */
import { expect, test } from "vitest";
import { failuresFor } from "../../../src/providers/failures.ts";
import { fail, finish } from "./events.ts";
import { account, notices, stage, target } from "./failover-stage.ts";

const LIMITS = { first_byte_ms: 1_000, stall_ms: 1_000 };

test("a refused key is told once: as the notice of what answers instead, or as the failure, with the next step", async () => {
  const { run } = stage({ one: [[fail("auth")], [finish()]], two: [[fail("auth")]] });
  const one = { model: "acme/one", name: "one (Acme)" };
  const events = await run([target("one", account("a")), target("one", account("b"))], one);
  expect(notices(events)).toEqual([
    "Acme refused the key of Acme's account \"a's account\", which is switched off now. Enter a new key on the Models page.",
  ]);
  const failed = await run([target("two", account("c"))], { model: "acme/two", name: "two (Acme)" });
  expect(notices(failed)).toEqual([]);
  expect(failed.at(-1)).toMatchObject({ type: "failed", failure: { kind: "auth" } });
});

test("a key names the place where it was entered", () => {
  const { provider } = target("one", account("a"));
  const named = { ...provider, key_variable: "ACME_API_KEY", base_url_variable: "ACME_BASE_URL" };
  const wordsOf = (is_typed: boolean) => {
    const context = { ...{ provider: named, model: "one", key: "k", is_typed }, limits: LIMITS };
    const failures = failuresFor({ ...context, may_be_empty: false, now: () => 0 });
    return [failures.request({ status: 401 }), failures.request(new Error("gone"))].map(
      ({ reason }) => reason,
    );
  };
  expect(wordsOf(true)).toEqual([
    "Acme refused the key. Enter a new key on the Models page.",
    "Acme could not be reached. Check the connection and its address on the Models page, then try again.",
  ]);
  expect(wordsOf(false)).toEqual([
    "Acme refused the key. Check ACME_API_KEY where Nightjar runs, or add a key on the Models page.",
    "Acme could not be reached. Check the connection and ACME_BASE_URL, then try again.",
  ]);
});

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
    "Acme refused the key of Acme's account \"a's account\": two (Acme) answers instead. Enter a new key on the Models page.",
  );
  expect(notices(await run(both, first))).toEqual([
    "one (Acme) has no key that works: two (Acme) answers instead.",
  ]);
});
