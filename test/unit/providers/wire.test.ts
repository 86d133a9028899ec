import { describe, expect, test } from "vitest";
import { accountsOf, baseUrlOf, coolingAfter } from "../../../src/providers/accounts.ts";
import { redact } from "../../../src/providers/redact.ts";
import { cachedClients } from "../../../src/providers/wire/clients.ts";
import { startWatchdog } from "../../../src/providers/wire/watchdog.ts";
import { testClock } from "../../support/test-clock.ts";
import { providerEntry } from "./scenes.ts";

describe("keys in what a provider says", () => {
  test.each([
    ["the key itself", "bad key my-very-own-key!", "bad key [key]!"],
    [
      "a key of OpenAI, masked in the middle",
      "Incorrect API key provided: sk-pro***xyz1.",
      "Incorrect API key provided: [key]",
    ],
    ["a key of Google", "key AIzaSyA-1234567890abcdef is off", "key [key] is off"],
    ["a bearer token", "header Authorization: Bearer abc.def.ghi", "header Authorization: [key]"],
  ])("%s is taken out", (_, text, safe) => {
    expect(redact(text, "my-very-own-key")).toBe(safe);
  });

  test("control characters and length are too", () => {
    expect(redact("a\u0000\n\tb", "")).toBe("a b");
    expect(redact("x".repeat(1_000), "")).toHaveLength(301);
  });
});

describe("the watchdog", () => {
  test("ends a silence, counted from the last sign", async () => {
    const clock = testClock(0);
    const ends: number[] = [];
    const watchdog = startWatchdog(clock, { first_ms: 1_000, then_ms: 500 }, () => ends.push(clock.now()));
    await clock.advance(900);
    watchdog.rearm(500);
    await clock.advance(400);
    watchdog.rearm(500);
    await clock.runOut();
    expect(ends).toEqual([1_800]);
    expect(watchdog.expired).toBe(true);
  });

  test("leaves nothing behind when it is stopped", async () => {
    const clock = testClock(0);
    const watchdog = startWatchdog(clock, { first_ms: 1_000, then_ms: 500 }, () => undefined);
    watchdog.rearm(10);
    watchdog.stop();
    expect(clock.pending).toBe(0);
    expect(watchdog.expired).toBe(false);
  });
});

describe("the accounts of the settings", () => {
  const none = { accounts: [], states: new Map() };
  const read = (settings: { [name: string]: string }) => (name: string) => settings[name];

  test("are one for each key, in their order", () => {
    const accounts = accountsOf(providerEntry(), read({ ACME_API_KEY: " first , second,, " }), none);
    expect(accounts.map(({ key, priority }) => [key, priority])).toEqual([
      ["first", 0],
      ["second", 1],
    ]);
  });

  test("stand among those that were added, by priority", () => {
    const added = { id: "acc_1", provider: "acme", label: "Added", key: "added", priority: 0 };
    const accounts = accountsOf(providerEntry(), read({ ACME_API_KEY: "first,second" }), {
      accounts: [
        { ...added, priority: -1 },
        { ...added, provider: "other" },
      ],
      states: new Map(),
    });
    expect(accounts.map(({ key }) => key)).toEqual(["added", "first", "second"]);
  });

  test("have ids that follow the key, so that a new key starts afresh, and do not tell it", () => {
    const idOf = (key: string) => accountsOf(providerEntry(), read({ ACME_API_KEY: key }), none)[0]?.id ?? "";
    expect(idOf("secret-one")).toBe(idOf("secret-one"));
    expect(idOf("secret-one")).not.toBe(idOf("secret-two"));
    expect(idOf("secret-one")).not.toContain("secret");
  });

  test("are one without a key when only an address is set, and none without either", () => {
    expect(accountsOf(providerEntry(), read({ ACME_BASE_URL: "http://127.0.0.1:9200" }), none)).toMatchObject(
      [{ key: "" }],
    );
    expect(accountsOf(providerEntry(), read({}), none)).toEqual([]);
  });
});

describe("addresses", () => {
  const ollama = providerEntry({ base_url: "http://127.0.0.1:11434/v1", key_variable: undefined });
  test.each([
    [providerEntry(), "http://127.0.0.1:9200/v1/", "http://127.0.0.1:9200/v1"],
    [providerEntry(), "http://127.0.0.1:9200", "http://127.0.0.1:9200"],
    [ollama, "http://nas:11434", "http://nas:11434/v1"],
    [ollama, "http://nas:11434/custom", "http://nas:11434/custom"],
  ])("%#", (provider, given, expected) => {
    expect(baseUrlOf(provider, () => given)).toBe(expected);
  });
});

test.each([
  ["rate_limited", 7_000, 7_000],
  ["rate_limited", undefined, 2_000],
  ["overloaded", 0, 250],
  ["server", 9_999_999, 600_000],
  ["cut", 5_000, undefined],
  ["timeout", undefined, undefined],
] as const)("after %s with a retry-after of %s ms an account rests %s ms", (kind, asked, rest) => {
  expect(
    coolingAfter({
      kind,
      retryable: true,
      reason: "",
      ...(asked !== undefined && { retry_after_ms: asked }),
    }),
  ).toBe(rest);
});

test("a client is made once for a key and an address, and not for ever", () => {
  const made: string[] = [];
  const clientFor = cachedClients((key, base_url) => made.push(`${key}@${base_url}`));
  clientFor("a", "x");
  clientFor("a", "x");
  clientFor("a", "y");
  expect(made).toEqual(["a@x", "a@y"]);
  for (let index = 0; index < 40; index++) clientFor(`k${index}`, "x");
  clientFor("a", "x");
  expect(made.filter((name) => name === "a@x")).toHaveLength(2);
});
