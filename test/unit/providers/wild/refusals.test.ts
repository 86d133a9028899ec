/** Servers that refuse a part of a request, and say which. */
import { expect, test } from "vitest";
import type { JsonSchema, SystemBlock } from "../../../../src/agent/ports/model.ts";
import { schemaForModels } from "../../../../src/platform/json-schema/for-models.ts";
import { called, result, tools, user } from "../scenes.ts";
import { answerOf, type SentBody, type Step, wild, wildServer } from "./stage.ts";

interface Refusing {
  with: { status: number; error: object };
}

const HELLO: Step = {
  status: 200,
  headers: { "content-type": "text/event-stream" },
  chunks: [
    'data: {"choices":[{"delta":{"content":"hello"},"finish_reason":"stop"}]}\n\n',
    "data: [DONE]\n\n",
  ],
};
const no = (error: object, status = 400): Step => ({ status, chunks: [JSON.stringify({ error })] });
const refusing = (isRefused: (body: SentBody) => boolean, error: object, status = 400) =>
  wildServer((body) => (isRefused(body) ? no(error, status) : HELLO));

test.each([
  ["refuse-max-tokens", "max_tokens"],
  ["refuse-stream-options", "stream_options"],
  ["refuse-tools", "tools"],
])("%s: one more request without it, and from then on none", async (name, key) => {
  const { with: refusal } = wild<Refusing>(name);
  const server = refusing((body) => key in body, refusal.error, refusal.status);
  const request = { tools: tools("calculate"), cache_key: "cnv_1" };
  const first = answerOf(await server.ask(request));
  expect(first.reply).toBe("hello");
  expect(server.bodies).toHaveLength(2);
  expect(first.notices).toEqual(key === "tools" ? [expect.stringContaining("calls no tools")] : []);
  const second = answerOf(await server.ask(request));
  expect(second).toMatchObject({ reply: "hello", notices: [] });
  expect(server.bodies).toHaveLength(3);
});

test("the parameter that a server names in the place of another is sent", async () => {
  const { with: refusal } = wild<Refusing>("refuse-max-tokens");
  const server = refusing((body) => "max_tokens" in body, refusal.error);
  await server.ask();
  expect(server.bodies[1]).toMatchObject({ max_completion_tokens: 1_000 });
});

test("content null is not sent to a server that is not the provider's own", async () => {
  const { with: refusal } = wild<Refusing>("refuse-content-null");
  const server = refusing((body) => body.messages.some(({ content }) => content === null), refusal.error);
  const messages = [user("Go"), called("c1", "calculate", {}), result("c1", "calculate", "2")];
  expect(answerOf(await server.ask({ messages, tools: tools("calculate") })).reply).toBe("hello");
  expect(server.bodies).toHaveLength(1);
});

interface SentTool {
  function: { name: string; parameters: { properties: Record<string, JsonSchema> } };
}

test.each([
  "System role not supported",
  "Developer instruction is not enabled for models/gemma-3-27b-it",
  "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
  "Only user and assistant roles are supported!",
])(
  "%j: the instructions come before the first words of the person, from then on at once",
  async (message) => {
    const server = refusing((body) => body.messages.some(({ role }) => role === "system"), { message });
    const system: SystemBlock[] = [{ text: "Be brief.", tier: "stable" }];
    const request = { system, messages: [user("Go")] };
    expect(answerOf(await server.ask(request))).toMatchObject({ reply: "hello", notices: [] });
    expect(server.bodies[1]?.messages).toEqual([{ role: "user", content: "Be brief.\n\nGo" }]);
    await server.ask(request);
    expect(server.bodies).toHaveLength(3);
  },
);

test("ids of calls have nine letters and digits for a server that takes no others", async () => {
  const message = "Tool call id was call_1234567890 but must be a-z, A-Z, 0-9, with a length of 9.";
  const idsOf = ({ messages }: SentBody) =>
    messages.flatMap(({ tool_calls, tool_call_id }) => [
      ...((tool_calls as { id: string }[] | undefined) ?? []).map(({ id }) => id),
      ...(tool_call_id === undefined ? [] : [tool_call_id]),
    ]);
  const isTaken = (id: unknown) => /^[A-Za-z0-9]{9}$/.test(String(id));
  const server = refusing((body) => !idsOf(body).every(isTaken), { message });
  const messages = ["call_1234567890", "AbC123xyZ"].flatMap((id) => [
    user("Go"),
    called(id, "calculate", {}),
    result(id, "calculate", "2"),
  ]);
  expect(answerOf(await server.ask({ messages, tools: tools("calculate") })).reply).toBe("hello");
  const [call, back, ...kept] = idsOf(server.bodies[1] as SentBody);
  expect(call).toBe(back);
  expect(kept).toEqual(["AbC123xyZ", "AbC123xyZ"]);
});

const named = (body: SentBody) => (body["tools"] as SentTool[]).map((tool) => tool.function.name);

test.each([
  [
    {
      message: "Invalid schema for function 'mcp_wiki_log': array schema missing items.",
      param: "tools[1].function.parameters",
    },
  ],
  [{ message: "tools.1.custom.input_schema: JSON schema is invalid" }],
  [{ message: "Invalid value at tools[0].function_declarations[1].parameters" }],
])("%j costs that tool alone, and the person is told", async (error) => {
  const server = refusing((body) => named(body).includes("mcp_wiki_log"), error);
  const { reply, notices } = answerOf(await server.ask({ tools: tools("read", "mcp_wiki_log", "echo") }));
  expect(reply).toBe("hello");
  expect(named(server.bodies[1] as SentBody)).toEqual(["read", "echo"]);
  expect(notices).toEqual([expect.stringContaining("mcp_wiki_log")]);
});

interface RefusedTool {
  mcp_tools: { name: string; inputSchema: JsonSchema & { properties: Record<string, JsonSchema> } }[];
  answer: Step;
}

test("a list without items goes out with them, or without its tool where its schema is sent as it came", async () => {
  const { mcp_tools, answer } = wild<RefusedTool>("tool-refused-by-provider");
  const isRefused = (body: SentBody) =>
    (body["tools"] as SentTool[]).some(({ function: { parameters } }) =>
      Object.values(parameters.properties).some(({ type, items }) => type === "array" && items === undefined),
    );
  const server = wildServer((body) => (isRefused(body) ? answer : HELLO));
  const answered = async (input: (schema: JsonSchema) => JsonSchema) => {
    const specs = mcp_tools.map(({ name, inputSchema }) => ({
      name: `mcp_wiki_${name}`,
      description: name,
      input: input(inputSchema),
    }));
    return answerOf(await server.ask({ tools: specs }));
  };
  expect(await answered((schema) => schemaForModels(schema).json)).toMatchObject({
    reply: "hello",
    notices: [],
  });
  expect(server.bodies).toHaveLength(1);
  expect(await answered((schema) => schema)).toMatchObject({
    reply: "hello",
    notices: [expect.stringContaining("mcp_wiki_log")],
  });
  expect(named(server.bodies[2] as SentBody)).toEqual(["mcp_wiki_echo"]);
});

test.each([
  ["max_tokens is too large: 1000. This model supports at most 512 completion tokens.", 512],
  ["Invalid max_tokens value, the valid range of max_tokens is [1, 512]", 512],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 1000. This model's maximum context length is 700 tokens and your request has 100 input tokens (1000 > 700 - 100).",
    600,
  ],
])("%j is obeyed", async (message, most) => {
  const server = refusing((body) => Number(body["max_tokens"]) > most, { message });
  expect(answerOf(await server.ask()).reply).toBe("hello");
  expect(server.bodies[1]).toMatchObject({ max_tokens: most });
});

test("what a validator's list names is left out", async () => {
  const detail = [
    { type: "extra_forbidden", loc: ["body", "temperature"], msg: "Extra inputs are not permitted" },
  ];
  const server = wildServer((body) =>
    "temperature" in body ? { status: 422, chunks: [JSON.stringify({ detail })] } : HELLO,
  );
  expect(answerOf(await server.ask({ temperature: 0 })).reply).toBe("hello");
  expect(server.bodies).toHaveLength(2);
});

test("a refusal that goes on is the failure, in its words", async () => {
  const server = refusing(() => true, { message: "Unsupported parameter: stream_options" });
  expect(answerOf(await server.ask()).end).toMatchObject({
    type: "failed",
    failure: { kind: "bad_request" },
  });
  expect(server.bodies.length).toBeLessThanOrEqual(2);
});
