import { expect, test } from "vitest";
import { AppError } from "../../../../src/domain/errors.ts";
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

test("a server that is none, has no models, or is not there, is told apart", async () => {
  const problemOf = async (answer: () => Response) => {
    const reached = await reachable(asked(answer).given);
    return reached.ok ? undefined : reached.problem;
  };
  const dies = (error: Error) => () => {
    throw error;
  };
  expect(await problemOf(() => new Response("<html>"))).toBe("not_a_model_server");
  expect(await problemOf(() => new Response("", { status: 404 }))).toBe("not_a_model_server");
  expect(await problemOf(() => json({ object: "list", data: null }))).toBe("no_models");
  expect(await problemOf(() => json({ error: { message: "no" } }, 401))).toBe("key_refused");
  expect(await problemOf(dies(new TypeError("connection refused")))).toBe("unreachable");
  expect(await problemOf(dies(new AppError("resource_not_found", "a.test does not exist.")))).toBe(
    "no_such_host",
  );
  expect(await problemOf(dies(new AppError("forbidden", "closed")))).toBe("not_allowed");
});
