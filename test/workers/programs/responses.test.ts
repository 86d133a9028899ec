/** The Responses API, by OpenAI's own client. */
import { exports } from "cloudflare:workers";
import OpenAI from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";

const AGENT = "responder";
const worker = (exports as unknown as { default: Fetcher }).default;

const openai = new OpenAI({
  apiKey: "test-admin-token-0123456789",
  baseURL: "http://nightjar.test/v1",
  fetch: ((url: unknown, init?: unknown) => worker.fetch(url as string, init as RequestInit)) as typeof fetch,
  maxRetries: 0,
  dangerouslyAllowBrowser: true,
});

type Asked = Omit<OpenAI.Responses.ResponseCreateParamsNonStreaming, "model" | "stream">;
const create = (asked: Asked) => openai.responses.create({ model: AGENT, ...asked });

async function streamed(asked: Asked) {
  const events: OpenAI.Responses.ResponseStreamEvent[] = [];
  for await (const event of await openai.responses.create({ model: AGENT, ...asked, stream: true }))
    events.push(event);
  const last = events.at(-1);
  const response = last && "response" in last ? last.response : undefined;
  return { types: events.map(({ type }) => type), response, events };
}

const conversationOf = (response: object) => (response as { conversation_id: string }).conversation_id;

const TOOLS: OpenAI.Responses.Tool[] = [
  { type: "function", name: "read_file", parameters: { type: "object", properties: {} }, strict: false },
  { type: "custom", name: "patch", description: "Patches." },
  { type: "web_search" },
];

beforeAll(() =>
  callApi("POST", "/agents", {
    slug: AGENT,
    name: "Responder",
    instructions: "Answer.",
    models: ["openai/told"],
    audience: "people",
  }),
);

describe("a response", () => {
  test("is an answer, and the next one goes on after it", async () => {
    const first = await create({
      input: tell({ text: ["One."], usage: { input: 30, output: 2 } }),
      instructions: "Be brief.",
    });
    expect(first).toMatchObject({
      object: "response",
      status: "completed",
      output_text: "One.",
      model: AGENT,
    });
    expect(first.usage).toMatchObject({ input_tokens: 30, output_tokens: 2 });
    const second = await create({
      input: tell({ text: ["Two."] }),
      instructions: "Be brief.",
      previous_response_id: first.id,
    });
    expect(second.output_text).toBe("Two.");
    expect(conversationOf(second)).toBe(conversationOf(first));
    const branch = await create({ input: tell({ text: ["Other."] }), previous_response_id: first.id });
    expect(conversationOf(branch)).toBe(conversationOf(first));
    const { items } = await callApi<{ items: { role: string; parts: { text?: string }[] }[] }>(
      "GET",
      `/conversations/${conversationOf(first)}/messages`,
    );
    const answers = items.filter(({ role }) => role === "assistant");
    expect(answers.map(({ parts }) => parts[0]?.text)).toEqual(["One.", "Other."]);
  });

  test("streams its words with all their events", async () => {
    const { types, response } = await streamed({ input: tell({ text: ["A ", "b."] }) });
    expect(types).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect(response?.output).toMatchObject([
      { type: "message", content: [{ type: "output_text", text: "A b." }] },
    ]);
  });

  test("goes on by the whole history, also when what was said is only referred to", async () => {
    const said = tell({ text: ["One."] });
    const first = await create({ input: said });
    const [item] = first.output;
    const input = [
      { role: "user" as const, content: said },
      { type: "item_reference" as const, id: item?.id ?? "" },
      { role: "user" as const, content: tell({ text: ["Two."] }) },
    ];
    const second = await create({ input });
    expect([second.output_text, conversationOf(second)]).toEqual(["Two.", conversationOf(first)]);
  });

  test("of a model that fails says so, in a stream as well", async () => {
    const failing = create({ input: tell({ status: 400 }, { status: 400 }) }).catch(
      (problem: unknown) => problem,
    );
    expect(await failing).toMatchObject({ status: 502 });
    const { types } = await streamed({ input: tell({ status: 400 }, { status: 400 }) });
    expect(types.at(-1)).toBe("response.failed");
  });
});

describe("a program's function", () => {
  test("is called, and its output goes on with the same turn", async () => {
    const input = tell(
      { text: ["Looking."], calls: [call("c1", "read_file", { path: "a" })] },
      { text: ["It says hi."] },
    );
    const { types, response } = await streamed({ input, tools: TOOLS });
    expect(types).toContain("response.function_call_arguments.done");
    const made = response?.output.find((item) => item.type === "function_call");
    expect(made).toMatchObject({ name: "read_file", arguments: '{"path":"a"}', status: "completed" });
    const call_id = made?.type === "function_call" ? made.call_id : "";
    const next = await create({
      previous_response_id: response?.id ?? "",
      input: [{ type: "function_call_output", call_id, output: "hi" }],
      tools: TOOLS,
    });
    expect([next.output_text, conversationOf(next)]).toEqual(["It says hi.", conversationOf(response ?? {})]);
  });

  test("that takes words is called with words", async () => {
    const input = tell({ calls: [call("c1", "patch", { input: "*** Begin" })] });
    const { output } = await create({ input, tools: TOOLS });
    expect(output).toMatchObject([{ type: "custom_tool_call", name: "patch", input: "*** Begin" }]);
  });
});

describe("a response that was made earlier", () => {
  test("is read, with what was said for it", async () => {
    const said = tell({ text: ["Kept."] });
    const { id } = await create({ input: said });
    expect(await openai.responses.retrieve(id)).toMatchObject({
      id,
      status: "completed",
      output_text: "Kept.",
    });
    const { data } = await openai.responses.inputItems.list(id);
    expect(data).toMatchObject([{ type: "message", content: [{ type: "input_text", text: said }] }]);
  });

  test("runs in the background until it is stopped", async () => {
    const { id, status } = await create({
      input: tell({ text: ["Long."], hold_ms: 60_000 }),
      background: true,
    });
    expect(status).toBe("in_progress");
    expect((await openai.responses.retrieve(id)).status).toBe("in_progress");
    expect((await openai.responses.cancel(id)).status).toBe("cancelled");
  });

  test("is deleted", async () => {
    const { id } = await create({ input: tell({ text: ["Gone."] }) });
    await openai.responses.delete(id);
    const { data } = await openai.responses.inputItems.list(id);
    expect(data).toEqual([]);
    const unknown = await openai.responses.retrieve("resp_none").catch((problem: unknown) => problem);
    expect(unknown).toMatchObject({ status: 404 });
  });
});
