import { afterEach, beforeEach, expect, test } from "vitest";
import type { ModelMessage } from "../../../src/agent/ports/model.ts";
import type { Wire } from "./wires.ts";
import { hear, openWire } from "./wires.ts";

/** The same contract as the wires', as far as rules can keep it. */
let wire: Wire;
beforeEach(async () => {
  wire = { ...(await openWire("openai", { offline_pace_ms: 0 })), model: "offline/nightjar" };
});
afterEach(() => wire.close());

const TOOLS = ["calculate", "memory_search"].map((name) => ({
  name,
  description: name,
  input: { type: "object" },
}));

function says(text: string): { messages: ModelMessage[] } {
  return { messages: [{ role: "user", content: [{ type: "text", text }] }] };
}

test("streams text in pieces, and finishes with what it cost: nothing", async () => {
  const heard = await hear(wire, says("hello"));
  expect(heard.events.length).toBeGreaterThan(10);
  expect(heard.text).toContain("no language model");
  expect(heard.terminal).toMatchObject({
    type: "finish",
    reason: "stop",
    model: "offline/nightjar",
    cost_usd: 0,
  });
});

test("calls a tool, and several side by side, each with an id of its own", async () => {
  const heard = await hear(wire, { ...says("what is 2*3 and what is 4*5"), tools: TOOLS });
  expect(heard.calls.map(({ name, input }) => [name, input])).toEqual([
    ["calculate", { ok: true, value: { expression: "2*3" } }],
    ["calculate", { ok: true, value: { expression: "4*5" } }],
  ]);
  expect(new Set(heard.calls.map(({ call_id }) => call_id)).size).toBe(2);
  expect(heard.terminal).toMatchObject({ type: "finish", reason: "tool_calls" });
});

test("answers from the results of its calls", async () => {
  const messages: ModelMessage[] = [
    ...says("what is 6 * 7").messages,
    { role: "assistant", content: [{ type: "tool_call", call_id: "a", name: "calculate", input: {} }] },
    {
      role: "tool",
      content: [{ type: "tool_result", call_id: "a", name: "calculate", content: "42", is_error: false }],
    },
  ];
  expect((await hear(wire, { messages, tools: TOOLS })).text).toBe("6 * 7 = 42");
});

test("goes on after a call that was interrupted before its result", async () => {
  const messages: ModelMessage[] = [
    ...says("what is 6 * 7").messages,
    { role: "assistant", content: [{ type: "tool_call", call_id: "a", name: "calculate", input: {} }] },
    ...says("thanks").messages,
  ];
  expect((await hear(wire, { messages, tools: TOOLS })).terminal.type).toBe("finish");
});

test("takes pictures without failing, and says that it cannot see them", async () => {
  const image = { type: "image", media_type: "image/png", data: "aWNvbg==" } as const;
  const heard = await hear(wire, { messages: [{ role: "user", content: [image] }] });
  expect(heard.terminal.type).toBe("finish");
  expect(heard.events.some((event) => event.type === "notice" && event.text.includes("images"))).toBe(true);
});

test("stops when it is told to, before and in the middle", async () => {
  const before = await hear(wire, says("tell me a story"), AbortSignal.abort());
  expect(before.terminal).toMatchObject({ type: "failed", failure: { kind: "aborted" } });
  const controller = new AbortController();
  const hearing = hear(wire, says("tell me a story"), controller.signal);
  setImmediate(() => controller.abort());
  const middle = await hearing;
  expect(middle.terminal).toMatchObject({ type: "failed", failure: { kind: "aborted" } });
  expect((await hear(wire, says("hello"))).terminal.type).toBe("finish");
});

test("needs no network", async () => {
  await hear(wire, says("hello"));
  expect(wire.requests).toEqual([]);
});
