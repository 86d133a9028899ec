import { describe, expect, test } from "vitest";
import type { ModelMessage, ModelRequest } from "../../../src/agent/ports/model.ts";
import { encodeRequest } from "../../../src/providers/anthropic/encode.ts";
import type { CacheLifetime } from "../../../src/providers/provider.ts";
import { assistant, called, modelEntry, modelRequest, providerCall, result, tools, user } from "./scenes.ts";

const MODEL = { id: "anthropic/claude-x", wire_id: "claude-x", label: "Claude X", max_output_tokens: 4_000 };

function encoded(
  request: Partial<ModelRequest> = {},
  model: Parameters<typeof modelEntry>[0] = {},
  cache_lifetime: CacheLifetime = "5m",
) {
  return encodeRequest(
    providerCall({
      request: modelRequest(request),
      model: modelEntry({ ...MODEL, ...model }),
      cache_lifetime,
    }),
  );
}

/** Where breakpoints are: `system 0`, `message 2`. */
function breakpoints(params: ReturnType<typeof encodeRequest>): string[] {
  const has = (block: unknown) => JSON.stringify(block).includes("cache_control");
  const system = Array.isArray(params.system) ? params.system : [];
  return [
    ...system.flatMap((block, index) => (has(block) ? [`system ${index}`] : [])),
    ...params.messages.flatMap((message, index) => (has(message) ? [`message ${index}`] : [])),
  ];
}

const SYSTEM: ModelRequest["system"] = [
  { tier: "stable", text: "Who you are." },
  { tier: "stable", text: "The rules." },
  { tier: "semi-stable", text: "What you know." },
];
const HISTORY = [user("Hi"), assistant("Hello"), user("How are you?"), assistant("Well.")];

describe("breakpoints", () => {
  test("are at the ends of stable, semi-stable and history", () => {
    const params = encoded({ system: SYSTEM, messages: [...HISTORY, user("And now?")], history_length: 4 });
    expect(breakpoints(params)).toEqual(["system 1", "system 2", "message 3"]);
  });

  test("keep what the person said, too, without what holds for the moment", () => {
    const moment = { type: "text" as const, text: "Now: noon.", is_passing: true as const };
    const asked: ModelMessage = { role: "user", content: [{ type: "text", text: "And now?" }, moment] };
    const request = { system: SYSTEM, messages: [...HISTORY, asked], history_length: 4 };
    expect(encoded(request).messages[4]?.content).toEqual([
      { type: "text", text: "And now?", cache_control: { type: "ephemeral" } },
      { type: "text", text: "Now: noon." },
    ]);
    const step = [called("c1", "time", {}), result("c1", "time", "noon")];
    const second = encoded({ ...request, messages: [...HISTORY, asked, ...step] });
    expect(breakpoints(second)).toEqual(["system 1", "system 2", "message 4", "message 6"]);
    const alone: ModelMessage = { role: "user", content: [moment] };
    expect(breakpoints(encoded({ ...request, messages: [...HISTORY, alone] }))).toContain("message 3");
  });

  test("go on at the end of the request once the turn has tool results", () => {
    const step: ModelMessage[] = [user("And now?"), called("c1", "time", {}), result("c1", "time", "noon")];
    const params = encoded({ system: SYSTEM, messages: [...HISTORY, ...step], history_length: 4 });
    expect(breakpoints(params)).toEqual(["system 1", "system 2", "message 3", "message 6"]);
  });

  test("are never more than the four that the API takes", () => {
    const many = Array.from({ length: 9 }, (_, index): ModelRequest["system"][number] => ({
      tier: index < 5 ? "stable" : "semi-stable",
      text: `${index}`,
    }));
    const params = encoded({
      system: many,
      messages: [...HISTORY, user("?"), called("c", "t", {}), result("c", "t", "r")],
      history_length: 4,
    });
    expect(JSON.stringify(params).match(/cache_control/g)).toHaveLength(4);
  });

  test("without history there is none on the messages", () => {
    expect(breakpoints(encoded({ system: SYSTEM, history_length: 0 }))).toEqual(["system 1", "system 2"]);
  });

  test("last an hour where others read the same soon", () => {
    const system = SYSTEM.map((block) =>
      block.tier === "stable" ? { ...block, keep: "1h" as const } : block,
    );
    const marks = JSON.stringify(encoded({ system }, {}, "5m").system).match(/"cache_control":{[^}]*}/g);
    expect(marks).toEqual([
      '"cache_control":{"type":"ephemeral","ttl":"1h"}',
      '"cache_control":{"type":"ephemeral"}',
    ]);
  });

  test("last as long as the setting says", () => {
    expect(encoded({ system: SYSTEM }, {}, "5m").system).toMatchObject([
      {},
      { cache_control: { type: "ephemeral" } },
      {},
    ]);
    expect(encoded({ system: SYSTEM }, {}, "1h").system).toMatchObject([
      {},
      { cache_control: { type: "ephemeral", ttl: "1h" } },
      {},
    ]);
  });

  test("keep their place when the history is repaired", () => {
    const history = [user(""), user("Hi"), called("c1", "time", {}), user("Never mind."), assistant("Fine.")];
    const params = encoded({ messages: [...history, user("And now?")], history_length: 5 });
    const marked = params.messages.filter((message) => JSON.stringify(message).includes("cache_control"));
    expect(marked).toEqual([{ role: "assistant", content: [expect.objectContaining({ text: "Fine." })] }]);
  });
});

describe("requests are append-only", () => {
  const bare = (params: ReturnType<typeof encodeRequest>) =>
    params.messages.map((message) =>
      JSON.stringify(message, (key, value) => (key === "cache_control" ? undefined : value)),
    );

  test("within a turn, each step's request extends the one before it", () => {
    const steps: ModelMessage[] = [user("Go", "<context>noon</context>")];
    let before: string[] = [];
    for (let step = 0; step < 10; step++) {
      const sent = bare(
        encoded({ messages: [...HISTORY, ...steps], history_length: 4, tools: tools("time") }),
      );
      expect(sent.slice(0, before.length)).toEqual(before);
      before = sent;
      steps.push(called(`c${step}`, "time", { step }), result(`c${step}`, "time", `${step}`));
    }
  });

  test("between turns, everything before the newest message is the same", () => {
    let history: ModelMessage[] = [];
    let before: string[] = [];
    for (let turn = 0; turn < 10; turn++) {
      const sent = bare(
        encoded({
          messages: [...history, user(`Question ${turn}`, "<context>now</context>")],
          history_length: history.length,
        }),
      );
      expect(sent.slice(0, before.length)).toEqual(before);
      before = sent.slice(0, -1);
      history = [
        ...history,
        user(`Question ${turn}`),
        called(`c${turn}`, "time", {}),
        result(`c${turn}`, "time", "noon"),
        assistant(`Answer ${turn}`),
      ];
    }
  });
});

describe("thinking", () => {
  test.each([
    ["adaptive", undefined, { thinking: { type: "adaptive", display: "summarized" } }],
    [
      "adaptive",
      "high",
      { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "high" } },
    ],
    ["adaptive", "off", { thinking: { type: "disabled" } }],
    [
      "always",
      "off",
      { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "low" } },
    ],
    ["budget", undefined, {}],
    ["budget", "medium", { thinking: { type: "enabled", budget_tokens: 2_976 } }],
    ["none", "high", {}],
    [undefined, "high", {}],
  ] as const)("%s, asked for %s", (thinking, reasoning, expected) => {
    const { thinking: given, output_config } = encoded(
      { max_output_tokens: 8_000, ...(reasoning && { reasoning }) },
      { thinking },
    );
    expect({ ...(given && { thinking: given }), ...(output_config && { output_config }) }).toEqual(expected);
  });

  test.each([
    ["adaptive", undefined, 200 + 4_096],
    ["adaptive", "off", 200],
    ["adaptive", "high", 200 + 8_192],
    ["always", "off", 200 + 2_048],
    ["between_tools", "off", 200],
    ["budget", undefined, 200],
    ["budget", "low", 200 + 2_048],
    ["none", "high", 200],
    [undefined, undefined, 200],
  ] as const)("%s, asked for %s, has its tokens on top of a small limit", (thinking, reasoning, most) => {
    const request = { max_output_tokens: 200, ...(reasoning && { reasoning }) };
    expect(encoded(request, { thinking, max_output_tokens: 64_000 }).max_tokens).toBe(most);
  });

  test("with a budget does not begin in the middle of a tool turn that another model began", () => {
    const messages = [user("Go"), called("c", "time", {}), result("c", "time", "noon")];
    expect(
      encoded({ messages, reasoning: "high", max_output_tokens: 4_000 }, { thinking: "budget" }).thinking,
    ).toBeUndefined();
  });

  test("goes back unchanged, signed or redacted, to the model that wrote it", () => {
    const content: Extract<ModelMessage, { role: "assistant" }>["content"] = [
      { type: "reasoning", text: "Hm.", signature: "sig", model: MODEL.id },
      { type: "reasoning", text: "", redacted: "opaque", model: MODEL.id },
      { type: "reasoning", text: "Unsigned.", model: MODEL.id },
      { type: "reasoning", text: "Another's.", signature: "sig", model: "anthropic/other" },
      { type: "tool_call", call_id: "c", name: "time", input: {} },
    ];
    const { messages } = encoded({
      messages: [user("Go"), { role: "assistant", content }, result("c", "time", "noon")],
    });
    expect(messages[1]?.content).toEqual([
      { type: "thinking", thinking: "Hm.", signature: "sig" },
      { type: "redacted_thinking", data: "opaque" },
      { type: "tool_use", id: "c", name: "time", input: {} },
    ]);
  });
});

test("a request for words alone keeps its tools", () => {
  const asked = { tools: tools("time"), tool_choice: "none" as const };
  expect(encoded(asked)).toMatchObject({ tool_choice: { type: "none" }, tools: [{ name: "time" }] });
  expect(encoded({ ...asked, tools: [] })).not.toHaveProperty("tool_choice");
});

test("a temperature is not sent: the API has none any more", () => {
  expect(encoded({ temperature: 0.2 })).not.toHaveProperty("temperature");
});

test("ids of other providers are spelled so that they are taken, the same for call and result", () => {
  const { messages } = encoded({
    messages: [
      user("Go"),
      called("functions.time:0|x", "time", {}),
      result("functions.time:0|x", "time", "noon"),
    ],
  });
  expect(messages[1]?.content).toMatchObject([{ id: "functions_time_0_x_ucbl49xcur" }]);
  expect(messages[2]?.content).toMatchObject([{ tool_use_id: "functions_time_0_x_ucbl49xcur" }]);
});

test("an answer is never longer than the model can give", () => {
  expect(encoded({ max_output_tokens: 100_000 }).max_tokens).toBe(4_000);
});

test("files go as documents, and what cannot be shown as a word about it", () => {
  const file = { type: "file", media_type: "application/pdf", name: "a.pdf", data: "cGRm" } as const;
  const sheet = {
    type: "file",
    media_type: "application/vnd.ms-excel",
    name: "a.xls",
    data: "eGxz",
  } as const;
  const { messages } = encoded({ messages: [{ role: "user", content: [file, sheet] }] });
  expect(messages[0]?.content).toMatchObject([
    {
      type: "document",
      title: "a.pdf",
      source: { type: "base64", media_type: "application/pdf", data: "cGRm" },
    },
    { type: "text", text: expect.stringContaining("a.xls") },
  ]);
});
