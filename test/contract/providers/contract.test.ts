import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ModelMessage, ToolSpec } from "../../../src/agent/ports/model.ts";
import { call } from "../../support/model-wire/answer.ts";
import { stream, write } from "../../support/model-wire/reply.ts";
import type { Wire } from "./wires.ts";
import { framesOf, hear, openWire, request, WIRES } from "./wires.ts";

const WEATHER: ToolSpec = {
  name: "weather",
  description: "The weather in a city.",
  input: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

describe.each(WIRES)("%s", (name) => {
  let wire: Wire;
  beforeEach(async () => {
    wire = await openWire(name);
  });
  afterEach(() => wire.close());

  test("streams text, and finishes with the model that answered", async () => {
    wire.next({ text: ["Good ", "evening", "."], usage: { input: 12, output: 5 } });
    const heard = await hear(wire);
    expect(heard.text).toBe("Good evening.");
    expect(heard.terminal).toMatchObject({
      type: "finish",
      reason: "stop",
      model: wire.model,
      usage: { input_tokens: 12, output_tokens: 5, cache_read_tokens: 0, cache_write_tokens: 0 },
    });
  });

  test("gives a piece on before the next has come", async () => {
    const seen = Promise.withResolvers<void>();
    const frames = framesOf(name, { text: ["first ", "second"] });
    const middle = frames.findIndex((frame) => frame.includes("first")) + 1;
    const [start, rest] = [frames.slice(0, middle), frames.slice(middle)];
    wire.next({
      ...stream(start),
      steps: [...start.map(write), { do: "until", happened: seen.promise }, ...rest.map(write)],
    });
    const deltas: string[] = [];
    for await (const event of wire.models.stream(request(wire.model), new AbortController().signal)) {
      if (event.type === "text") deltas.push(event.delta);
      if (event.type === "text") seen.resolve();
    }
    expect(deltas).toEqual(["first ", "second"]);
  });

  test("calls a tool with its arguments, put together from their pieces", async () => {
    wire.next({
      text: ["Let me look."],
      calls: [{ id: "call_a", name: "weather", pieces: ['{"ci', 'ty":"Os', 'lo"}'] }],
    });
    const heard = await hear(wire, { tools: [WEATHER] });
    expect(heard.calls).toEqual([
      { type: "tool_call", call_id: "call_a", name: "weather", input: { ok: true, value: { city: "Oslo" } } },
    ]);
    expect(heard.terminal).toMatchObject({ type: "finish", reason: "tool_calls" });
  });

  test("calls several tools in the order in which the model made them", async () => {
    wire.next({
      calls: [
        call("call_a", "weather", { city: "Oslo" }),
        call("call_b", "weather", { city: "Rome" }),
        call("call_c", "time", {}),
      ],
    });
    const heard = await hear(wire, { tools: [WEATHER] });
    expect(heard.calls.map(({ call_id, name: tool, input }) => [call_id, tool, input])).toEqual([
      ["call_a", "weather", { ok: true, value: { city: "Oslo" } }],
      ["call_b", "weather", { ok: true, value: { city: "Rome" } }],
      ["call_c", "time", { ok: true, value: {} }],
    ]);
  });

  test("takes a call without arguments as one with none", async () => {
    wire.next({ calls: [{ id: "call_a", name: "time", pieces: [] }] });
    const { calls } = await hear(wire, { tools: [WEATHER] });
    expect(calls[0]?.input).toEqual({ ok: true, value: {} });
  });

  test("hands arguments that do not parse back as the text that they are", async () => {
    wire.next({ calls: [{ id: "call_a", name: "weather", pieces: ['{"city": Oslo}'] }] });
    const { calls, terminal } = await hear(wire, { tools: [WEATHER] });
    expect(calls[0]?.input).toEqual({ ok: false, text: '{"city": Oslo}' });
    expect(terminal).toMatchObject({ type: "finish", reason: "tool_calls" });
  });

  test("hands arguments that are no object back as text", async () => {
    wire.next({ calls: [{ id: "call_a", name: "weather", pieces: ["[1, 2]"] }] });
    const { calls } = await hear(wire, { tools: [WEATHER] });
    expect(calls[0]?.input).toEqual({ ok: false, text: "[1, 2]" });
  });

  test("does not take arguments for whole that were cut by the length limit", async () => {
    wire.next({ calls: [{ id: "call_a", name: "weather", pieces: ['{"city":"Os'] }], stop: "length" });
    const { calls } = await hear(wire, { tools: [WEATHER] });
    expect(calls[0]?.input).toEqual({ ok: false, text: '{"city":"Os' });
  });

  test("sends the tools, and the results of the calls after them", async () => {
    wire.next({ text: ["Cold."] });
    await hear(wire, { tools: [WEATHER], messages: afterOneCall("weather") });
    const sent = JSON.stringify(wire.requests[0]?.body);
    expect(sent).toContain("The weather in a city.");
    expect(sent).toContain("call_a");
    expect(sent).toContain("minus four");
    expect(sent.indexOf("minus four")).toBeGreaterThan(sent.indexOf("Oslo"));
  });

  test("shows reasoning apart from the answer", async () => {
    wire.next({ reasoning: { text: "They greet me." }, text: ["Hello!"] });
    const heard = await hear(wire);
    expect(heard.reasoning).toBe("They greet me.");
    expect(heard.text).toBe("Hello!");
    expect(heard.events.some((event) => event.type === "reasoning_end")).toBe(true);
  });

  test("gives signed reasoning back unchanged with the results of the tools", async () => {
    wire.next({
      reasoning: { text: "Look it up.", signature: "c2lnbmVk" },
      calls: [call("call_a", "weather", { city: "Oslo" })],
    });
    const first = await hear(wire, { tools: [WEATHER] });
    const end = first.events.find((event) => event.type === "reasoning_end");
    const { type: _type, ...signature } = end ?? { type: "reasoning_end" as const };
    wire.next({ text: ["Cold."] });
    const messages = afterOneCall("weather");
    messages[1] = {
      role: "assistant",
      content: [
        { type: "reasoning", text: first.reasoning, model: wire.model, ...signature },
        { type: "tool_call", call_id: "call_a", name: "weather", input: { city: "Oslo" } },
      ],
    };
    await hear(wire, { tools: [WEATHER], messages });
    expect(JSON.stringify(wire.requests[1]?.body)).toContain("c2lnbmVk");
  });

  test("does not give one model's reasoning to another", async () => {
    wire.next({ text: ["Cold."] });
    const messages = afterOneCall("weather");
    messages[1]?.content.unshift({
      type: "reasoning",
      text: "secret thought",
      signature: "c2lnbmVk",
      model: "other/model",
    } as never);
    await hear(wire, { tools: [WEATHER], messages });
    const sent = JSON.stringify(wire.requests[0]?.body);
    expect(sent).not.toContain("secret thought");
    expect(sent).not.toContain("c2lnbmVk");
  });

  test("tells cached tokens from others", async () => {
    wire.next({ text: ["Hi"], usage: { input: 10, output: 3, cache_read: 2_000, cache_write: 500 } });
    const { terminal } = await hear(wire);
    expect(terminal.usage).toEqual({
      input_tokens: 10,
      output_tokens: 3,
      cache_read_tokens: 2_000,
      cache_write_tokens: 500,
    });
  });

  test("says when the answer ended for lack of room", async () => {
    wire.next({ text: ["Once upon a"], stop: "length" });
    expect((await hear(wire)).terminal).toMatchObject({ type: "finish", reason: "length" });
  });

  // Anthropic tells a filter alone: a model of its that declines does so in words.
  const refused = name === "anthropic" ? "content_filter" : "refusal";

  test("says when the model refused, and calls nothing", async () => {
    wire.next({
      text: ["I cannot help with that."],
      calls: [call("call_a", "weather", {})],
      stop: "refusal",
    });
    const heard = await hear(wire, { tools: [WEATHER] });
    expect(heard.terminal).toMatchObject({ type: "finish", reason: refused });
    expect(heard.calls).toEqual([]);
  });

  test("tells a filter that took the rest of the answer away from a refusal", async () => {
    wire.next({ text: ["Mix the "], stop: "content_filter" });
    const heard = await hear(wire);
    expect(heard.text).toBe("Mix the ");
    expect(heard.terminal).toMatchObject({ type: "finish", reason: "content_filter" });
  });

  if (name === "anthropic")
    test("passes on what the filter says of itself", async () => {
      const why = "This request was declined because it could enable cyber harm.";
      wire.next({ text: ["Mix the "], stop: "content_filter", why });
      expect((await hear(wire)).terminal).toMatchObject({ type: "finish", reason: "content_filter", why });
    });

  test("books what the provider says that the call cost, and else what its tokens cost", async () => {
    const usage = { input: 12, output: 5 };
    wire.next({ text: ["Hi."], usage: { ...usage, cost: 0.0125 } }, { text: ["Hi."], usage });
    expect((await hear(wire)).terminal).toMatchObject({ cost_usd: 0.0125, cost_by: "provider" });
    const { terminal } = await hear(wire);
    expect(terminal.cost_usd).not.toBe(0.0125);
    expect(terminal.cost_by).toBeUndefined();
  });

  test("an answer without a word says what to do", async () => {
    wire.next({});
    const { terminal } = await hear(wire);
    expect(terminal).toMatchObject({ type: "failed", failure: { retryable: true } });
    expect(terminal).toHaveProperty("failure.reason", expect.stringMatching(/empty answer.*another model/));
  });

  test("sends a picture as the wire wants it, or leaves it out and says so", async () => {
    wire.next({ text: ["A cat."] });
    const image = { type: "image", media_type: "image/png", data: "aWNvbg==" } as const;
    const heard = await hear(wire, {
      messages: [{ role: "user", content: [{ type: "text", text: "What is it?" }, image] }],
    });
    const sent = JSON.stringify(wire.requests[0]?.body);
    const canSee = wire.models.info(wire.model).capabilities.image;
    expect(sent.includes("aWNvbg==")).toBe(canSee);
    expect(heard.events.some((event) => event.type === "notice" && event.text.includes("images"))).toBe(
      !canSee,
    );
  });

  test("stops at once when it is told to, and says that it was stopped", async () => {
    const controller = new AbortController();
    wire.next({ steps: [{ do: "hang" }], headers: { "content-type": "text/event-stream" } });
    const hearing = hear(wire, {}, controller.signal);
    controller.abort();
    expect((await hearing).terminal).toMatchObject({ type: "failed", failure: { kind: "aborted" } });
  });

  test("does not call at all when it is stopped before", async () => {
    const heard = await hear(wire, {}, AbortSignal.abort());
    expect(heard.terminal).toMatchObject({ type: "failed", failure: { kind: "aborted" } });
    expect(wire.requests).toEqual([]);
  });

  test("sends what several people and agents said one after the other, each whole and in its place", async () => {
    wire.next({ text: ["Salt it is."] });
    const voices = ["Salt or sugar?", '<said-1 by="Chef" who="agent">\nSalt.\n</said-1>', "And you?"];
    const [first = "", ...others] = voices;
    const own = { type: "text", text: "Let me think." } as const;
    const heard = await hear(wire, {
      messages: [
        { role: "user", content: [{ type: "text", text: first }] },
        { role: "assistant", content: [own] },
        ...others.map((text) => ({ role: "user" as const, content: [{ type: "text" as const, text }] })),
      ],
      history_length: 3,
    });
    const sent = spoken(wire.requests[0]?.body);
    expect(sent.map(({ text }) => text).join("|")).toBe([first, own.text, ...others].join("|"));
    expect(sent.filter(({ role }) => role === "assistant").map(({ text }) => text)).toEqual([own.text]);
    expect(heard.text).toBe("Salt it is.");
  });

  test("repairs a conversation that was interrupted between a call and its result", async () => {
    wire.next({ text: ["Let us go on."] });
    const messages = afterOneCall("weather").slice(0, 2);
    messages.push({ role: "user", content: [{ type: "text", text: "Are you there?" }] });
    await hear(wire, { tools: [WEATHER], messages });
    expect(JSON.stringify(wire.requests[0]?.body)).toContain("interrupted");
  });
});

function afterOneCall(name: string): ModelMessage[] {
  return [
    { role: "user", content: [{ type: "text", text: "How is the weather?" }] },
    { role: "assistant", content: [{ type: "tool_call", call_id: "call_a", name, input: { city: "Oslo" } }] },
    {
      role: "tool",
      content: [{ type: "tool_result", call_id: "call_a", name, content: "minus four", is_error: false }],
    },
  ];
}

/** The texts of a request's messages, whatever its wire calls them. */
function spoken(body: unknown): { role: string; text: string }[] {
  const { messages, input } = body as { messages?: Sent[]; input?: Sent[] };
  return (messages ?? input ?? [])
    .filter(({ role }) => role !== "system")
    .flatMap(({ role, content }) => {
      const texts = typeof content === "string" ? content.split("\n\n") : content.map(({ text }) => text);
      return texts.map((text) => ({ role, text }));
    });
}

interface Sent {
  role: string;
  content: string | { text: string }[];
}
