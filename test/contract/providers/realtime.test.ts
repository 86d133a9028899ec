import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ModelEvent, ModelMessage, ModelRequest } from "../../../src/agent/ports/model.ts";
import { Load } from "../../../src/platform/load.ts";
import { createMemoryAccountStore } from "../../../src/providers/accounts.ts";
import { createModels, type Models } from "../../../src/providers/create-models.ts";
import { systemClock } from "../../../src/providers/system-clock.ts";
import { call } from "../../support/model-wire/answer.ts";
import { openNodeSocket } from "../../support/model-wire/node-socket.ts";
import type { RealtimeAnswer } from "../../support/model-wire/realtime-events.ts";
import {
  type RealtimeReply,
  type RealtimeWire,
  speakRealtime,
} from "../../support/model-wire/realtime-server.ts";
import { startWireServer, type WireServer } from "../../support/model-wire/wire-server.ts";
import { catalog, hear, request } from "./wires.ts";

const MODEL = "openai/gpt-realtime-2.1";
const HI: ModelMessage = { role: "user", content: [{ type: "text", text: "Hi" }] };
const WEATHER = {
  name: "weather",
  description: "The weather in a city.",
  input: { type: "object", properties: { city: { type: "string" } } },
};

let server: WireServer;
let wire: RealtimeWire;
let replies: RealtimeReply[];
let models: Models;
let key: string;

beforeEach(async () => {
  replies = [];
  key = "sk-contract";
  server = await startWireServer(() => ({ status: 404, steps: [] }));
  wire = speakRealtime(server.http, () => replies.shift() ?? { answer: { text: ["ok"] } });
  models = createModels({
    load: new Load(),
    catalog,
    setting: (name) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${server.url}/v1` })[name],
    accounts: createMemoryAccountStore(),
    clock: systemClock,
    random: () => 0,
    createCallId: () => "made",
    fetch,
    openSocket: openNodeSocket,
    limits: { max_attempts: 2, max_wait_ms: 0 },
  });
});
afterEach(() => {
  wire.drop();
  return server.close();
});

const next = (...answers: RealtimeAnswer[]) => replies.push(...answers.map((answer) => ({ answer })));
const ask = (overrides: Partial<ModelRequest> = {}, signal?: AbortSignal) =>
  hear({ models, model: MODEL }, overrides, signal);

function wordsIn(items: { role?: string; content?: { text?: string }[] }[]): string[] {
  return items.map(({ role, content = [] }) => `${role}: ${content.map(({ text }) => text).join("")}`);
}

describe("a realtime model", () => {
  test("answers typed words in text, with our instructions, tools and conversation", async () => {
    next({ text: ["Good ", "evening."], usage: { input: 12, output: 5, cache_read: 30 } });
    const heard = await ask({
      system: [{ tier: "stable", text: "Be brief." }],
      tools: [WEATHER],
      messages: [HI, { role: "assistant", content: [{ type: "text", text: "Hello." }] }, HI],
    });
    expect(heard.text).toBe("Good evening.");
    expect(heard.events.some(({ type }) => type === "speech")).toBe(false);
    expect(heard.terminal).toMatchObject({
      type: "finish",
      reason: "stop",
      usage: { input_tokens: 12, output_tokens: 5, cache_read_tokens: 30 },
    });
    const [asked] = wire.asked;
    expect(asked?.model).toBe("gpt-realtime-2.1");
    expect(asked?.key).toBe("Bearer sk-contract");
    expect(asked?.session).toMatchObject({
      type: "realtime",
      instructions: "Be brief.",
      truncation: "disabled",
      tools: [{ type: "function", name: "weather" }],
      audio: { input: { turn_detection: null }, output: { format: { type: "audio/pcm", rate: 24_000 } } },
    });
    expect(asked?.response).toMatchObject({ output_modalities: ["text"] });
    expect(wordsIn(asked?.items ?? [])).toEqual(["user: Hi", "assistant: Hello.", "user: Hi"]);
  });

  test("speaks to a listener, and says so before its first words", async () => {
    next({ text: ["One. ", "Two."], usage: { input: 10, output: 50 }, sound_tokens: 40 });
    const { events, text, terminal } = await ask({ speech: { voice: "openai/cedar" } });
    expect(text).toBe("One. Two.");
    expect(events[0]).toEqual({ type: "speech", pcm: "" });
    const sounds = events.filter((event) => event.type === "speech");
    expect(sounds.map(({ pcm }) => pcm.length)).toEqual([0, 3_200, 3_200]);
    expect(wire.asked[0]?.response.output_modalities).toEqual(["audio"]);
    expect(wire.asked[0]?.session.audio.output.voice).toBe("cedar");
    // 10 tokens of text at 4, 10 of text at 24, and 40 of sound at 64 dollars a million.
    expect(terminal.cost_usd).toBeCloseTo((10 * 4 + 10 * 24 + 40 * 64) / 1e6, 10);
  });

  test("hears a WAV recording as sound, and is told of one that it cannot hear", async () => {
    next({ text: ["I hear."], usage: { input: 30, output: 1 }, heard_tokens: 20 });
    const data = wave(16_000, [0, 1_000, 2_000, 3_000]);
    const audio = { type: "audio" as const, name: "note", data };
    const heard = await ask({
      messages: [
        {
          role: "user",
          content: [
            { ...audio, media_type: "audio/wav" },
            { ...audio, media_type: "audio/webm", data: btoa("webm") },
          ],
        },
      ],
    });
    const [sound, words] = wire.asked[0]?.items[0].content ?? [];
    expect(samples(sound.audio)).toEqual([0, 667, 1_333, 2_000, 2_667, 3_000]);
    expect(words.text).toBe("[note: this model takes only WAV recordings]");
    expect(heard.events.some((event) => event.type === "notice" && event.text.includes("WAV"))).toBe(true);
    expect(heard.terminal.cost_usd).toBeCloseTo((10 * 4 + 20 * 32 + 24) / 1e6, 10);
  });

  test("calls tools, and goes on in the same session with their results alone", async () => {
    next(
      { text: ["Let me look."], calls: [call("call_a", "weather", { city: "Oslo" })] },
      { text: ["Cold."] },
    );
    const first = await ask({ tools: [WEATHER], cache_key: "c1" });
    expect(first.calls).toEqual([
      { type: "tool_call", call_id: "call_a", name: "weather", input: { ok: true, value: { city: "Oslo" } } },
    ]);
    expect(first.terminal).toMatchObject({ type: "finish", reason: "tool_calls" });
    const sent = wire.received.length;
    const second = await ask({ tools: [WEATHER], cache_key: "c1", messages: afterCall() });
    expect(second.text).toBe("Cold.");
    expect(wire.received.slice(sent).map(({ type }) => type)).toEqual([
      "conversation.item.create",
      "response.create",
    ]);
    expect(wire.asked.map(({ connection }) => connection)).toEqual([1, 1]);
    expect(wire.asked[1]?.items.at(-1)).toMatchObject({ type: "function_call_output", output: "minus four" });
  });

  test("drops what holds for one turn only, and what was not heard, and keeps the rest", async () => {
    next({ text: ["A long answer."] }, { text: ["Next."] });
    const passing = { type: "text" as const, text: "It is noon.", is_passing: true as const };
    const asking: ModelMessage = { role: "user", content: [{ type: "text", text: "Hi" }, passing] };
    await ask({ cache_key: "c1", messages: [asking] });
    const heard: ModelMessage = { role: "assistant", content: [{ type: "text", text: "A long" }] };
    await ask({ cache_key: "c1", messages: [HI, heard, HI] });
    expect(wordsIn(wire.asked[1]?.items ?? [])).toEqual(["user: Hi", "assistant: A long", "user: Hi"]);
    const deleted = wire.received.filter(({ type }) => type === "conversation.item.delete");
    expect(deleted).toHaveLength(2);
    expect(wire.asked[1]?.connection).toBe(1);
  });

  test("is rebuilt from our conversation when its connection was lost between two calls", async () => {
    next({ text: ["Hello."] }, { text: ["Again."] });
    await ask({ cache_key: "c1" });
    wire.drop();
    await expect.poll(wire.open).toBe(0);
    const said: ModelMessage = { role: "assistant", content: [{ type: "text", text: "Hello." }] };
    const heard = await ask({ cache_key: "c1", messages: [HI, said, HI] });
    expect(heard.text).toBe("Again.");
    expect(wire.asked[1]).toMatchObject({ connection: 2 });
    expect(wordsIn(wire.asked[1]?.items ?? [])).toEqual(["user: Hi", "assistant: Hello.", "user: Hi"]);
  });

  test("is asked again when the connection breaks in its answer", async () => {
    replies.push({ answer: { text: ["Half", " and"] }, cut_after: 4 }, { answer: { text: ["Whole."] } });
    const heard = await ask({ cache_key: "c1", speech: {} });
    expect(heard.events.map(({ type }) => type)).toContain("restart");
    expect(heard.terminal).toMatchObject({ type: "finish" });
    const last = heard.events.findLastIndex(({ type }) => type === "restart");
    expect(heard.events.slice(last + 1)[0]).toEqual({ type: "speech", pcm: "" });
    expect(wire.asked.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  test("stops speaking at once when it is stopped, and is paid for what it said", async () => {
    replies.push({ answer: { text: ["One. ", "Two. "] }, stop_after: 4 });
    const stop = new AbortController();
    const events: ModelEvent[] = [];
    const asked = request(MODEL, { cache_key: "c1", speech: {} });
    for await (const event of models.stream(asked, stop.signal)) {
      events.push(event);
      if (event.type === "speech" && event.pcm !== "") stop.abort();
    }
    expect(events.at(-1)).toMatchObject({ type: "failed", failure: { kind: "aborted" } });
    const end = events.at(-1);
    expect(end?.type === "failed" && end.cost_usd).toBeGreaterThan(64 / 1e6);
    await expect.poll(() => wire.received.at(-1)?.type).toBe("response.cancel");
    next({ text: ["Yes?"] });
    const heard: ModelMessage = { role: "assistant", content: [{ type: "text", text: "One." }] };
    expect((await ask({ cache_key: "c1", messages: [HI, heard, HI] })).text).toBe("Yes?");
    expect(wordsIn(wire.asked.at(-1)?.items ?? [])).toEqual(["user: Hi", "assistant: One.", "user: Hi"]);
  });

  test("says that an answer was cut by its length, or held back", async () => {
    next({ text: ["Long"], stop: "length" }, { text: ["Hm"], stop: "content_filter" });
    expect((await ask()).terminal).toMatchObject({ type: "finish", reason: "length" });
    expect((await ask()).terminal).toMatchObject({ type: "finish", reason: "content_filter" });
  });

  test.each([
    [{ type: "tokens", code: "rate_limit_exceeded", message: "Slow down." }, "rate_limited"],
    [
      { type: "invalid_request_error", code: "context_length_exceeded", message: "Too long." },
      "context_too_long",
    ],
    [{ type: "server_error", message: "Oops." }, "server"],
  ])("fails with %j as %s", async (error, kind) => {
    replies.push({ answer: {}, error }, { answer: {}, error });
    expect((await ask()).terminal).toMatchObject({ type: "failed", failure: { kind } });
  });

  test("tells of a key that is refused", async () => {
    key = "wrong";
    expect((await ask()).terminal).toMatchObject({ type: "failed", failure: { kind: "auth" } });
  });

  test("leaves no connection behind where no conversation goes on", async () => {
    await ask();
    await expect.poll(wire.open).toBe(0);
  });
});

function afterCall(): ModelMessage[] {
  return [
    request(MODEL).messages[0] ?? HI,
    {
      role: "assistant",
      content: [
        { type: "text", text: "Let me look." },
        { type: "tool_call", call_id: "call_a", name: "weather", input: { city: "Oslo" }, model: MODEL },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool_result", call_id: "call_a", name: "weather", content: "minus four", is_error: false },
      ],
    },
  ];
}

/** A WAV file of one channel. */
function wave(rate: number, values: readonly number[]): string {
  const bytes = Buffer.alloc(44 + values.length * 2);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + values.length * 2, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(values.length * 2, 40);
  for (const [index, value] of values.entries()) bytes.writeInt16LE(value, 44 + index * 2);
  return bytes.toString("base64");
}

function samples(base64: string): number[] {
  const bytes = Buffer.from(base64, "base64");
  return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2));
}
