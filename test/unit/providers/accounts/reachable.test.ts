import { expect, test } from "vitest";
import { failureContextOf } from "../../../../src/providers/failures.ts";
import { type ReachabilityRequest, reachable } from "../../../../src/providers/probe/reachable.ts";
import { systemClock } from "../../../../src/providers/system-clock.ts";
import { providerCall, providerEntry } from "../scenes.ts";
import { wild } from "../wild/stage.ts";

const KEY = "sk-canary-0123456789";

/** A provider that answers so, and what it was asked. */
function asked(answer: () => Response | never, protocol: "openai" | "anthropic" = "openai") {
  const requests: { url: string; headers: Headers }[] = [];
  const call = providerCall({ key: KEY, provider: providerEntry({ protocol }) });
  const context = failureContextOf(call, systemClock);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push({ url: String(input), headers: new Headers(init?.headers) });
    return answer();
  };
  const given: ReachabilityRequest = { key: KEY, base_url: "https://api.acme.test/v1", context, fetch };
  return { requests, given };
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

test("ids are listed once each, in order, without what Google writes before them", async () => {
  const { requests, given } = asked(() =>
    json({ data: [{ id: "models/b" }, { id: "a" }, { id: "a" }, { of: "no id" }, null] }),
  );
  expect(await reachable(given)).toEqual({ ok: true, models: ["a", "b"] });
  expect(requests[0]?.url).toBe("https://api.acme.test/v1/models");
  expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${KEY}`);
});

const { "GET /models": bare, also } = wild<{ "GET /models": unknown; also: unknown }>("models-bare-list");

test.each([
  ["a list alone", bare, ["maker/a", "maker/b"]],
  ["a list of models", also, ["a:1b"]],
  ["names alone", { models: ["b", "a"] }, ["a", "b"]],
])("%s is a list of models too", async (_, body, models) => {
  expect(await reachable(asked(() => json(body)).given)).toEqual({ ok: true, models });
});

test("Anthropic is asked in its own way", async () => {
  const { requests, given } = asked(() => json({ data: [{ id: "claude" }] }), "anthropic");
  expect(await reachable(given)).toEqual({ ok: true, models: ["claude"] });
  expect(requests[0]?.url).toBe("https://api.acme.test/v1/models?limit=1000");
  expect(requests[0]?.headers.get("x-api-key")).toBe(KEY);
  expect(requests[0]?.headers.get("authorization")).toBeNull();
});

test("a refusal is told in the provider's words, without the key", async () => {
  const { given } = asked(() => json({ error: { message: `Incorrect API key: ${KEY}` } }, 401));
  const reached = await reachable(given);
  expect(reached.ok).toBe(false);
  expect(JSON.stringify(reached)).toContain("Acme");
  expect(JSON.stringify(reached)).not.toContain(KEY);
});

test("what is no list, and a server that is not there, are said", async () => {
  expect(await reachable(asked(() => new Response("<html>")).given)).toMatchObject({
    ok: false,
    reason: expect.stringContaining("no list of models"),
  });
  const dead = asked(() => {
    throw new TypeError("connection refused");
  });
  expect(await reachable(dead.given)).toMatchObject({
    ok: false,
    reason: expect.stringContaining("could not be reached"),
  });
});
