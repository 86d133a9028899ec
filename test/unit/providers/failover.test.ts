import { describe, expect, test } from "vitest";
import type { ModelFailureKind, ModelMessage } from "../../../src/agent/ports/model.ts";
import type { ProviderEvent } from "../../../src/providers/provider.ts";
import { fail, finish, NONE, text, USAGE } from "./events.ts";
import { account, notices, shown, stage, target } from "./failover-stage.ts";
import { called, result, user } from "./scenes.ts";

test("an answer at the first try is passed on, with what it cost", async () => {
  const { run, calls } = stage({ one: [[text("Hi"), finish()]] });
  expect(await run([target("one", account("a"))])).toEqual([
    { type: "text", delta: "Hi" },
    { type: "finish", reason: "stop", usage: USAGE, model: "acme/one", cost_usd: 0.0002 },
  ]);
  expect(calls).toEqual(["one by a at 0"]);
});

describe("accounts", () => {
  test.each<ModelFailureKind>(["rate_limited", "overloaded", "server"])(
    "%s rests the account, and the next one answers at once",
    async (kind) => {
      const { run, calls, states } = stage({ one: [[fail(kind, 30_000)], [text("Hi"), finish()]] });
      const events = await run([target("one", account("a")), target("one", account("b"))]);
      expect(events.at(-1)).toMatchObject({ type: "finish" });
      expect(calls).toEqual(["one by a at 0", "one by b at 0"]);
      expect(states.get("a")).toEqual({ cooling_until: 30_000 });
    },
  );

  test("a resting account is passed over by the next call too, until its time is up", async () => {
    const { run, calls, clock } = stage({ one: [[fail("rate_limited", 60_000)], [finish()]] });
    const targets = [target("one", account("a")), target("one", account("b"))];
    await run(targets);
    await run(targets);
    await clock.advance(60_000);
    await run(targets);
    expect(calls).toEqual(["one by a at 0", "one by b at 0", "one by b at 0", "one by a at 60"]);
  });

  test("a refused key switches the account off and tells the owner, without the key", async () => {
    const { run, states } = stage({ one: [[fail("auth")], [text("Hi"), finish()]] });
    const events = await run([target("one", account("a")), target("one", account("b"))]);
    expect(notices(events)).toEqual([expect.stringContaining("a's account")]);
    expect(JSON.stringify(events)).not.toContain("key-a");
    expect(states.get("a")).toEqual({ disabled: { at: 0, reason: "It failed: auth." } });
  });

  test("an account that is switched off is used when nothing else can answer, and on again when it works", async () => {
    const { run, states } = stage({ one: [[fail("auth")], [finish()]] });
    const only = [target("one", account("a"))];
    expect((await run(only)).at(-1)).toMatchObject({ type: "failed", failure: { kind: "auth" } });
    expect((await run(only)).at(-1)).toMatchObject({ type: "finish" });
    expect(states.get("a")).toEqual({});
  });

  test("an account never rests longer than ten minutes", async () => {
    const { run, states } = stage({ one: [[fail("rate_limited", 86_400_000)]] });
    await run([target("one", account("a"))]);
    expect(states.get("a")).toEqual({ cooling_until: 600_000 });
  });
});

describe("the chain", () => {
  test("the next model answers when no account of the first can, and people are told who answers", async () => {
    const { run, calls } = stage({ one: [[fail("overloaded")]], two: [[text("Hi"), finish()]] });
    const events = await run([
      target("one", account("a")),
      target("one", account("b")),
      target("two", account("c")),
    ]);
    expect(calls).toEqual(["one by a at 0", "one by b at 0", "two by c at 0"]);
    expect(notices(events)).toEqual(["one (Acme) is overloaded: two (Acme) answers instead."]);
    expect(events.at(-1)).toMatchObject({ type: "finish", model: "acme/two" });
  });

  test.each<ModelFailureKind>(["bad_request", "context_too_long"])(
    "%s is no matter of the account: the next model is asked",
    async (kind) => {
      const { run, calls } = stage({ one: [[fail(kind)]], two: [[finish()]] });
      await run([target("one", account("a")), target("one", account("b")), target("two", account("c"))]);
      expect(calls).toEqual(["one by a at 0", "two by c at 0"]);
    },
  );

  test("when all fail, the first model's failure is told, and that the others failed too", async () => {
    const { run } = stage({ one: [[fail("bad_request")]], two: [[fail("auth")]] });
    const events = await run([target("one", account("a")), target("two", account("b"))]);
    expect(events.at(-1)).toMatchObject({
      type: "failed",
      model: "acme/one",
      failure: { kind: "bad_request", reason: "It failed: bad_request. (two could not answer either.)" },
    });
  });
});

describe("with one account and one model", () => {
  test("it waits as long as the provider asks, and says so", async () => {
    const { run, calls } = stage({ one: [[fail("rate_limited", 4_000)], [text("Hi"), finish()]] });
    const events = await run([target("one", account("a"))]);
    expect(calls).toEqual(["one by a at 0", "one by a at 4"]);
    expect(notices(events)).toEqual([
      "Acme's account \"a's account\" has reached its limit. Trying again in 4 s.",
    ]);
  });

  test("it waits longer each time when the provider names no time", async () => {
    const { run, calls } = stage({ one: [[fail("server")], [fail("server")], [finish()]] });
    await run([target("one", account("a"))]);
    expect(calls).toEqual(["one by a at 0", "one by a at 0.5", "one by a at 1.5"]);
  });

  test("what it only guesses does not hold up the next message for long", async () => {
    const { run, clock } = stage({ one: [[fail("server")], [fail("server")], [fail("server")], [finish()]] });
    await run([target("one", account("a"))]);
    const failedAt = clock.now();
    expect((await run([target("one", account("a"))])).at(-1)).toMatchObject({ type: "finish" });
    expect(clock.now() - failedAt).toBeLessThanOrEqual(500);
  });

  test("it gives up at once when the wait would be too long", async () => {
    const { run, calls } = stage({ one: [[fail("rate_limited", 60_000)]] });
    const events = await run([target("one", account("a"))]);
    expect(events.at(-1)).toMatchObject({
      type: "failed",
      failure: { kind: "rate_limited", retry_after_ms: 60_000 },
    });
    expect(calls).toHaveLength(1);
  });

  test("the next message is tried even while the account rests", async () => {
    const { run, calls } = stage({ one: [[fail("rate_limited", 60_000)], [finish()]] });
    await run([target("one", account("a"))]);
    const events = await run([target("one", account("a"))]);
    expect(events.at(-1)).toMatchObject({ type: "finish" });
    expect(calls).toHaveLength(2);
  });

  test("a broken connection is tried three times, soon after", async () => {
    const { run, calls } = stage({ one: [[fail("cut")]] });
    expect((await run([target("one", account("a"))])).at(-1)).toMatchObject({
      type: "failed",
      failure: { kind: "cut" },
    });
    expect(calls).toEqual(["one by a at 0", "one by a at 0.15", "one by a at 0.75"]);
  });

  test("silence is tried twice", async () => {
    const { run, calls } = stage({ one: [[fail("timeout")]] });
    await run([target("one", account("a"))]);
    expect(calls).toHaveLength(2);
  });

  test("never more often than the limit allows", async () => {
    const { run, calls } = stage({ one: [[fail("cut")]] }, { max_attempts: 2 });
    await run([target("one", account("a")), target("one", account("b"))]);
    expect(calls).toHaveLength(2);
  });
});

describe("an answer that was cut", () => {
  test("is begun again: what was shown is void only when something replaces it", async () => {
    const { run } = stage({
      one: [
        [text("Half an "), fail("cut")],
        [text("A whole answer."), finish()],
      ],
    });
    const events = await run([target("one", account("a"))]);
    expect(shown(events)).toEqual(["Half an ", "<restart>", "A whole answer."]);
  });

  test("stays when nothing comes after it", async () => {
    const { run } = stage({ one: [[text("Half an "), fail("cut")], [fail("cut")]] });
    const events = await run([target("one", account("a"))]);
    expect(shown(events)).toEqual(["Half an "]);
    expect(events.at(-1)).toMatchObject({ type: "failed", failure: { kind: "cut" } });
  });

  test("comes back when what came after it was shorter", async () => {
    const { run } = stage({
      one: [
        [text("Almost all of it"), fail("cut")],
        [text("Al"), fail("cut")],
      ],
    });
    const events = await run([target("one", account("a"))]);
    expect(shown(events)).toEqual([
      "Almost all of it",
      "<restart>",
      "Al",
      "<restart>",
      "Al",
      "<restart>",
      "Almost all of it",
    ]);
  });

  test("is billed with the one that replaced it", async () => {
    const cut: ProviderEvent = {
      type: "failed",
      failure: { kind: "cut", retryable: true, reason: "Cut." },
      usage: USAGE,
    };
    const { run } = stage({
      one: [
        [text("Half"), cut],
        [text("Whole"), finish()],
      ],
    });
    const events = await run([target("one", account("a"))]);
    expect(events.at(-1)).toMatchObject({
      usage: { input_tokens: 200, output_tokens: 20 },
      cost_usd: 0.0004,
    });
  });
});

describe("when it is stopped", () => {
  test("it tries nothing else", async () => {
    const controller = new AbortController();
    const { run, calls } = stage({ one: [[fail("aborted")]] });
    controller.abort();
    const events = await run([target("one", account("a")), target("two", account("b"))], {
      signal: controller.signal,
    });
    expect(events).toEqual([
      expect.objectContaining({ type: "failed", failure: expect.objectContaining({ kind: "aborted" }) }),
    ]);
    expect(calls).toEqual([]);
  });

  test("it stops waiting", async () => {
    const controller = new AbortController();
    const { run, clock, calls } = stage({ one: [[fail("rate_limited", 10_000)], [finish()]] });
    clock.after(3_000, () => controller.abort());
    const events = await run([target("one", account("a"))], { signal: controller.signal });
    expect(clock.now()).toBe(3_000);
    expect(events.at(-1)).toMatchObject({ type: "failed", failure: { kind: "aborted" } });
    expect(calls).toHaveLength(1);
  });
});

test("a model that cannot take pictures gets none, and people are told", async () => {
  const { run, sent } = stage({ one: [[text("Hi"), finish()]] });
  const blind = target("one", account("a"));
  blind.model.capabilities = { image: false };
  const image = { type: "image", media_type: "image/png", data: "aWNvbg==" } as const;
  const events = await run([blind], {
    messages: [{ role: "user", content: [{ type: "text", text: "See?" }, image] }],
  });
  expect(notices(events)).toEqual(["one can't read images, so they were left out."]);
  expect(JSON.stringify(sent)).not.toContain("aWNvbg==");
});

test("a model without tools gets none, and reads earlier calls as text", async () => {
  const { run, sent } = stage({ one: [[text("Hi"), finish()]] });
  const plain = target("one", account("a"));
  plain.model.capabilities = { tool: false };
  await run([plain], {
    messages: [
      user("Weather?"),
      called("c", "weather", { city: "Oslo" }),
      result("c", "weather", "cold"),
      user("And now?"),
    ],
  });
  expect(sent[0]?.tools).toEqual([]);
  expect(sent[0]?.messages.flatMap(({ content }) => content.map(({ type }) => type))).toEqual([
    "text",
    "text",
    "text",
    "text",
  ]);
  expect(JSON.stringify(sent[0]?.messages)).toMatch(/called weather with.*Oslo.*result of weather.*cold/);
});

test("thinking that its provider does not take back is left out, and the same model is asked again", async () => {
  const reason =
    'Acme did not accept the request for one. It said: "Invalid `signature` in `thinking` block".';
  const refused: ProviderEvent = {
    type: "failed",
    failure: { kind: "bad_request", retryable: false, reason },
    usage: NONE,
  };
  const { run, sent, calls } = stage({ one: [[refused], [text("Hi"), finish()]] });
  const thought: ModelMessage = {
    role: "assistant",
    content: [
      { type: "reasoning", text: "Hm.", signature: "sig", model: "acme/one" },
      { type: "text", text: "Hello" },
    ],
  };
  const events = await run([target("one", account("a"))], { messages: [user("Hi"), thought, user("And?")] });
  expect(events.at(-1)).toMatchObject({ type: "finish" });
  expect(calls).toHaveLength(2);
  expect(JSON.stringify(sent[0])).toContain("Hm.");
  expect(JSON.stringify(sent[1])).not.toContain("Hm.");
});

test("a price that is unknown makes the whole cost unknown", async () => {
  const { run } = stage({ one: [[text("Hi"), finish()]] });
  const free = target("one", account("a"));
  free.model.prices = [];
  expect((await run([free])).at(-1)).toMatchObject({ cost_usd: null });
});
