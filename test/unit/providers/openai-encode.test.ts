import { describe, expect, test } from "vitest";
import type { ModelMessage, ModelRequest } from "../../../src/agent/ports/model.ts";
import { encodeChat } from "../../../src/providers/openai/encode.ts";
import { mergeDetail, readOpaque, writeOpaque } from "../../../src/providers/openai/opaque.ts";
import { chatBody } from "../../../src/providers/openai/openai.ts";
import { encodeResponses } from "../../../src/providers/openai/responses/encode.ts";
import type { JsonObject } from "../../../src/providers/wire/json.ts";
import {
  assistant,
  called,
  modelEntry,
  modelRequest,
  providerCall,
  providerEntry,
  result,
  tools,
  user,
} from "./scenes.ts";

function encoded(
  request: Partial<ModelRequest> = {},
  call: Partial<Parameters<typeof providerCall>[0]> = {},
) {
  return encodeChat(providerCall({ request: modelRequest(request), ...call }));
}

test("what goes over the wire is the request, with tools that are written once", () => {
  const weather = { name: "weather", description: 'Says "rain"', input: { type: "object" } };
  for (const tools of [[weather], [{ ...weather, name: "tides" }], []]) {
    const call = providerCall({ request: modelRequest({ tools, messages: [user("Weather?")] }) });
    expect(JSON.parse(chatBody(call))).toEqual(encodeChat(call));
    expect(chatBody(call)).toBe(chatBody(call));
  }
});

test("a request for words alone keeps its tools, and says so in each of the APIs", () => {
  const asked = { tools: tools("time"), tool_choice: "none" as const, messages: [user("Time?")] };
  const call = providerCall({ request: modelRequest(asked) });
  expect(JSON.parse(chatBody(call))).toMatchObject({ tool_choice: "none", tools: [{}] });
  expect(encodeResponses(call)).toMatchObject({ tool_choice: "none", tools: [{}] });
  expect(encoded({ ...asked, tools: [] })).not.toHaveProperty("tool_choice");
});

test("messages, calls and results take the places that the protocol gives them", () => {
  const { messages } = encoded({
    system: [
      { tier: "stable", text: "Be kind." },
      { tier: "semi-stable", text: "Be brief." },
    ],
    messages: [
      user("Weather?"),
      called("c1", "weather", { city: "Oslo" }),
      result("c1", "weather", "no such city", true),
      assistant("I do not know."),
    ],
  });
  expect(messages).toEqual([
    { role: "system", content: "Be kind.\n\nBe brief." },
    { role: "user", content: "Weather?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: "Error: no such city" },
    { role: "assistant", content: "I do not know." },
  ]);
});

describe("cache breakpoints", () => {
  const router = providerEntry({ cache_breakpoints: ["anthropic/"] });
  const request: Partial<ModelRequest> = {
    system: [
      { tier: "stable", text: "Be kind." },
      { tier: "stable", text: "Be brief." },
      { tier: "semi-stable", text: "You know Ann." },
    ],
    messages: [user("Hi"), assistant("Hello."), user("And?")],
    history_length: 2,
  };

  test("go to Anthropic's models behind a router, at the ends of the tiers", () => {
    const mark = { cache_control: { type: "ephemeral", ttl: "1h" } };
    const model = modelEntry({ wire_id: "anthropic/claude-x" });
    expect(encoded(request, { provider: router, model, cache_lifetime: "1h" }).messages).toEqual([
      {
        role: "system",
        content: [
          { type: "text", text: "Be kind." },
          { type: "text", text: "Be brief.", ...mark },
          { type: "text", text: "You know Ann.", ...mark },
        ],
      },
      { role: "user", content: "Hi" },
      { role: "assistant", content: [{ type: "text", text: "Hello.", ...mark }] },
      { role: "user", content: "And?" },
    ]);
  });

  test("go to no others", () => {
    const model = modelEntry({ wire_id: "maker/model" });
    expect(JSON.stringify(encoded(request, { provider: router, model }))).not.toContain("cache_control");
  });
});

test("arguments that did not parse go back as an object, which every server takes", () => {
  const { messages } = encoded({
    messages: [user("Go"), called("c1", "weather", '{"ci'), result("c1", "weather", "malformed", true)],
  });
  expect(messages[1]).toMatchObject({
    tool_calls: [{ function: { arguments: '{"malformed_arguments":"{\\"ci"}' } }],
  });
});

test("the usage is always asked for", () => {
  expect(encoded()).toMatchObject({ stream: true, stream_options: { include_usage: true } });
});

describe("what is a provider's own", () => {
  const provider = providerEntry({
    max_tokens_field: "max_completion_tokens",
    prompt_cache_key: true,
    reasoning_effort: "reasoning_effort",
  });

  test("is sent to the provider", () => {
    expect(encoded({ cache_key: "cnv_1" }, { provider })).toMatchObject({
      max_completion_tokens: 1_000,
      prompt_cache_key: "cnv_1",
    });
  });

  test("is not sent to another server behind the setting", () => {
    const params = encoded({ cache_key: "cnv_1" }, { provider, base_url: "http://127.0.0.1:9200/v1" });
    expect(params).toMatchObject({ max_tokens: 1_000 });
    expect(params).not.toHaveProperty("prompt_cache_key");
    expect(params).not.toHaveProperty("max_completion_tokens");
  });

  test("is that it takes several messages of people in a row: of another server that is not known", () => {
    const messages = [user("Salt?"), assistant("Yes."), user("Chef: no."), user("Now?")];
    expect(encoded({ messages }, { provider }).messages).toHaveLength(4);
    expect(encoded({ messages }, { provider, base_url: "http://127.0.0.1:9200/v1" }).messages).toEqual([
      { role: "user", content: "Salt?" },
      { role: "assistant", content: "Yes." },
      { role: "user", content: "Chef: no.\n\nNow?" },
    ]);
  });

  test("efforts go in its own words", () => {
    const model = modelEntry({ thinking: "effort" });
    expect(encoded({ reasoning: "high" }, { provider, model })).toMatchObject({ reasoning_effort: "high" });
    expect(encoded({ reasoning: "off" }, { provider, model })).toMatchObject({ reasoning_effort: "none" });
    const router = providerEntry({ reasoning_effort: "reasoning" });
    expect(encoded({ reasoning: "low" }, { provider: router, model })).toMatchObject({
      reasoning: { effort: "low" },
    });
    expect(encoded({ reasoning: "off" }, { provider: router, model })).toMatchObject({
      reasoning: { enabled: false },
    });
    const never = modelEntry({ thinking: "always" });
    expect(encoded({ reasoning: "off" }, { provider, model: never })).toMatchObject({
      reasoning_effort: "low",
    });
    expect(encoded({ reasoning: "high" }, { provider: providerEntry(), model })).not.toHaveProperty(
      "reasoning_effort",
    );
  });
});

test("pictures, recordings and files go as parts beside the words", () => {
  const { messages } = encoded({
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "What is this?" },
          { type: "image", media_type: "image/png", data: "cG5n" },
          { type: "audio", media_type: "audio/wav", name: "a.wav", data: "d2F2" },
          { type: "file", media_type: "application/pdf", name: "a.pdf", data: "cGRm" },
        ],
      },
    ],
  });
  expect(messages[0]?.content).toEqual([
    { type: "text", text: "What is this?" },
    { type: "image_url", image_url: { url: "data:image/png;base64,cG5n" } },
    { type: "input_audio", input_audio: { data: "d2F2", format: "wav" } },
    { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,cGRm" } },
  ]);
});

describe("what a provider wants back with its thinking", () => {
  function sentBack(signature: string | undefined, model = "acme/one"): JsonObject {
    const content: Extract<ModelMessage, { role: "assistant" }>["content"] = [
      { type: "reasoning", text: "Hm.", ...(signature !== undefined && { signature }), model },
      { type: "tool_call", call_id: "a", name: "one", input: {} },
      { type: "tool_call", call_id: "b", name: "two", input: {} },
    ];
    const { messages } = encoded({
      messages: [user("Go"), { role: "assistant", content }, result("a", "one", "1")],
    });
    return messages[1] as unknown as JsonObject;
  }

  test("plain reasoning, in the field in which it came", () => {
    expect(sentBack(writeOpaque({ field: "reasoning_content", details: [], extras: [] }))).toMatchObject({
      reasoning_content: "Hm.",
    });
  });

  test("details, whole", () => {
    const details = [{ type: "reasoning.encrypted", data: "opaque", index: 0 }];
    expect(sentBack(writeOpaque({ details, extras: [] }))).toMatchObject({ reasoning_details: details });
  });

  test("thought signatures, each with its call", () => {
    const extra = { google: { thought_signature: "sig" } };
    expect(sentBack(writeOpaque({ details: [], extras: [null, extra] }))["tool_calls"]).toMatchObject([
      expect.not.objectContaining({ extra_content: expect.anything() }),
      { id: "b", extra_content: extra },
    ]);
  });

  test("nothing to another model, and nothing of a signature that is not ours", () => {
    const signature = writeOpaque({ field: "reasoning", details: [], extras: [] });
    expect(sentBack(signature, "acme/two")).not.toHaveProperty("reasoning");
    expect(sentBack("c2lnbmVk")).not.toHaveProperty("reasoning");
    expect(readOpaque("[1]")).toBeUndefined();
  });

  test("details that come in pieces are joined by their index", () => {
    const details: JsonObject[] = [];
    mergeDetail(details, { type: "reasoning.text", index: 0, text: "One ", signature: null });
    mergeDetail(details, { type: "reasoning.text", index: 0, text: "two." });
    mergeDetail(details, { type: "reasoning.text", index: 0, text: "", signature: "sig" });
    mergeDetail(details, { type: "reasoning.encrypted", index: 1, data: "x" });
    expect(details).toEqual([
      { type: "reasoning.text", index: 0, text: "One two.", signature: "sig" },
      { type: "reasoning.encrypted", index: 1, data: "x" },
    ]);
  });
});

test("requests are append-only: each extends all of the one before it but its newest moment", () => {
  let history: ModelMessage[] = [];
  let before: string[] = [];
  for (let turn = 0; turn < 10; turn++) {
    const steps: ModelMessage[] = [user(`Question ${turn}`, "<context>now</context>")];
    for (let step = 0; step < 3; step++) {
      const { messages } = encoded({ messages: [...history, ...steps], history_length: history.length });
      const sent = messages.map((message) => JSON.stringify(message));
      expect(sent.slice(0, before.length)).toEqual(before);
      before = sent;
      steps.push(called(`c${turn}_${step}`, "time", { step }), result(`c${turn}_${step}`, "time", `${step}`));
    }
    before = before.slice(0, history.length);
    history = [...history, user(`Question ${turn}`), ...steps.slice(1), assistant(`Answer ${turn}`)];
  }
});
