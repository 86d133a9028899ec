/** How often a fault is tried again, over real HTTP and with the pauses in a time of our own. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/providers/create-models.ts";
import { body, type Reply } from "../../support/model-wire/reply.ts";
import type { Wire, WireName } from "./wires.ts";
import { hear, openWire } from "./wires.ts";

const HTTP: WireName[] = ["anthropic", "openai", "responses"];

const SPENT = JSON.stringify({ error: { type: "rate_limit_error", message: "Monthly spend limit reached" } });

describe.each(HTTP)("%s", (name) => {
  let wire: Wire;
  /** In ms, as they were asked for. */
  let pauses: number[];
  beforeEach(async () => {
    pauses = [];
    const clock = { now: () => 0, after: (ms: number, done: () => void) => passing(ms, done) };
    wire = await openWire(name, { clock, limits: DEFAULT_LIMITS });
  });
  afterEach(() => wire.close());

  /** Pauses pass at once; the limits of silence never do. */
  function passing(ms: number, done: () => void): () => void {
    if (ms >= 60_000) return () => {};
    pauses.push(ms);
    const timer = setTimeout(done, 0);
    return () => clearTimeout(timer);
  }

  async function asked(...replies: Reply[]) {
    wire.next(...replies);
    const { terminal } = await hear(wire);
    return { terminal, calls: wire.requests.length };
  }

  test.each([
    ["a 504", body(504, "gateway timeout")],
    ["an empty body with status 200", body(200, "")],
    ["an empty stream with status 200", { headers: { "content-type": "text/event-stream" }, steps: [] }],
  ])("%s is tried three times, with growing pauses", async (_, reply) => {
    const { terminal, calls } = await asked(reply, reply, reply);
    expect(terminal.type).toBe("failed");
    expect(calls).toBe(3);
    const [first = 0, second = 0] = pauses.filter((ms) => ms >= 100);
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first);
  });

  test.each([
    ["a spend limit as 429, whatever it says of when to come back", body(429, SPENT, { "retry-after": "1" })],
    ["a 429 with x-should-retry: false", body(429, "{}", { "x-should-retry": "false", "retry-after": "1" })],
    ["a 500 with x-should-retry: false", body(500, "{}", { "x-should-retry": "false" })],
  ])("%s is asked once", async (_, reply) => {
    const { terminal, calls } = await asked(reply, reply);
    expect(terminal.type).toBe("failed");
    expect(calls).toBe(1);
  });

  test("a spend limit says that it is one, and what to do", async () => {
    const { terminal } = await asked(body(429, SPENT));
    expect(terminal).toMatchObject({
      failure: { reason: expect.stringMatching(/spending limit.*Raise the limit.*another model/) },
    });
  });
});
