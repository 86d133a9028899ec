/** Programs made for Anthropic's API, by its own client. */

import { exports } from "cloudflare:workers";
import Anthropic from "@anthropic-ai/sdk";
import { beforeAll, expect, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";

const AGENT = "speaker";
const worker = (exports as unknown as { default: Fetcher }).default;

function client(apiKey = "test-admin-token-0123456789"): Anthropic {
  return new Anthropic({
    apiKey,
    baseURL: "http://nightjar.test",
    fetch: ((url: unknown, init?: unknown) =>
      worker.fetch(url as string, init as RequestInit)) as typeof fetch,
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
  });
}

const TOOLS: Anthropic.Tool[] = [
  { name: "read_file", description: "Reads.", input_schema: { type: "object" } },
];
const say = (messages: Anthropic.MessageParam[]) =>
  client().messages.create({ model: AGENT, max_tokens: 100, system: "Be brief.", messages, tools: TOOLS });

beforeAll(() =>
  callApi("POST", "/agents", {
    slug: AGENT,
    name: "Speaker",
    instructions: "Answer.",
    models: ["openai/told"],
    audience: "people",
  }),
);

test("a message is answered, with its tokens", async () => {
  const message = await say([
    { role: "user", content: tell({ text: ["Hello."], usage: { input: 9, output: 2 } }) },
  ]);
  expect(message).toMatchObject({
    type: "message",
    content: [{ type: "text", text: "Hello." }],
    stop_reason: "end_turn",
    usage: { input_tokens: 9, output_tokens: 2 },
  });
});

test("a program's tool is called, and its result goes on with the same turn", async () => {
  const reads = { text: ["Looking."], calls: [call("functions.read:0", "read_file", { path: "a" })] };
  const said: Anthropic.MessageParam = { role: "user", content: tell(reads, { text: ["It says hi."] }) };
  const first = await say([said]);
  const use = first.content.find((block) => block.type === "tool_use");
  expect(use).toMatchObject({
    name: "read_file",
    input: { path: "a" },
    id: expect.stringMatching(/^[\w-]+$/),
  });
  expect(first.stop_reason).toBe("tool_use");
  const result = { type: "tool_result" as const, tool_use_id: use?.id ?? "", content: "hi" };
  const second = await say([
    said,
    { role: "assistant", content: first.content },
    { role: "user", content: [result] },
  ]);
  expect(second.content).toMatchObject([{ type: "text", text: "It says hi." }]);
});

test("an answer streams with all its events", async () => {
  const calls = [call("c1", "read_file", { path: "a" })];
  const messages = [{ role: "user" as const, content: tell({ text: ["A ", "b."], calls }) }];
  const stream = client().messages.stream({ model: AGENT, max_tokens: 100, messages, tools: TOOLS });
  const message = await stream.finalMessage();
  expect(message.content).toMatchObject([
    { type: "text", text: "A b." },
    { type: "tool_use", name: "read_file", input: { path: "a" } },
  ]);
  expect(message.stop_reason).toBe("tool_use");
});

test("errors have its shape", async () => {
  const wrong = client("njk_wrong")
    .messages.create({ model: AGENT, max_tokens: 1, messages: [{ role: "user", content: "Hi" }] })
    .catch((problem: unknown) => problem);
  expect(await wrong).toMatchObject({
    status: 401,
    error: { type: "error", error: { type: "authentication_error" } },
  });
  const { input_tokens } = await client().messages.countTokens({
    model: AGENT,
    messages: [{ role: "user", content: "Hi" }],
  });
  expect(input_tokens).toBeGreaterThan(0);
});
