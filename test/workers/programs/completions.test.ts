/** Programs made for OpenAI's API, by its own client. */
import { exports } from "cloudflare:workers";
import OpenAI from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";
import { somebody } from "../people/somebody.ts";

const TOKEN = "test-admin-token-0123456789";
const AGENT = "scribe";
const worker = (exports as unknown as { default: Fetcher }).default;

function client(apiKey = TOKEN): OpenAI {
  const send = (url: unknown, init?: unknown) => worker.fetch(url as string, init as RequestInit);
  return new OpenAI({
    apiKey,
    baseURL: "http://nightjar.test/v1",
    fetch: send as typeof fetch,
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
  });
}

type Said = OpenAI.ChatCompletionMessageParam;
const user = (content: string): Said => ({ role: "user", content });
const assistant = (content: string | null): Said => ({ role: "assistant", content });

async function ask(messages: Said[], options: OpenAI.RequestOptions = {}) {
  const { data, response } = await client()
    .chat.completions.create({ model: AGENT, messages }, options)
    .withResponse();
  const conversation = response.headers.get("x-conversation-id") ?? "";
  return { data, conversation, reply: data.choices[0]?.message.content ?? null };
}

async function streamed(messages: Said[]) {
  const options = { stream: true, stream_options: { include_usage: true } } as const;
  const { data, response } = await client()
    .chat.completions.create({ model: AGENT, messages, ...options })
    .withResponse();
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of data) chunks.push(chunk);
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? ""));
  return { chunks, text: deltas.join(""), conversation: response.headers.get("x-conversation-id") ?? "" };
}

async function messagesIn(id: string) {
  const { items } = await callApi<{ items: { role: string; parts: { type: string; text?: string }[] }[] }>(
    "GET",
    `/conversations/${id}/messages`,
  );
  return items;
}

async function refused(call: Promise<unknown>) {
  const problem = await call.then(() => undefined).catch((error: unknown) => error);
  if (!(problem instanceof OpenAI.APIError)) throw new Error(`not refused: ${String(problem)}`);
  const { status, code, param, message } = problem;
  return { status, code, param, message };
}

beforeAll(() =>
  callApi("POST", "/agents", {
    slug: AGENT,
    name: "Scribe",
    instructions: "Answer.",
    models: ["openai/told"],
    audience: "people",
  }),
);

describe("models", () => {
  test("are the agents and rooms that one may talk to", async () => {
    const { data } = await client().models.list();
    const kinds = new Map(data.map((model) => [model.id, (model as unknown as { kind: string }).kind]));
    expect([kinds.get(AGENT), kinds.get("bar")]).toEqual(["agent", "room"]);
    expect(await client().models.retrieve("bar")).toMatchObject({ name: "The Low Lamp", object: "model" });
    const guest = await somebody("guest");
    const seen = await worker.fetch("http://nightjar.test/v1/models", { headers: { cookie: guest.cookie } });
    const { data: few } = (await seen.json()) as { data: { id: string }[] };
    expect(few.map(({ id }) => id)).not.toContain("bar");
  });

  test("another name is refused with those that there are, and a wrong key as such", async () => {
    const other = client().chat.completions.create({ model: "gpt-none", messages: [user("Hi")] });
    expect(await refused(other)).toMatchObject({
      status: 404,
      code: "model_not_found",
      param: "model",
      message: expect.stringContaining(AGENT),
    });
    expect(await refused(client("njk_wrong").models.list())).toMatchObject({
      status: 401,
      code: "invalid_api_key",
    });
  });
});

describe("a completion", () => {
  test("is an answer of the agent, and the next message with its history goes on in that conversation", async () => {
    const said = user(tell({ text: ["One."], usage: { input: 40, output: 2 } }));
    const first = await ask([said]);
    expect(first.reply).toBe("One.");
    expect(first.data).toMatchObject({ object: "chat.completion", model: AGENT });
    expect(first.data.usage).toMatchObject({ prompt_tokens: 40, completion_tokens: 2, total_tokens: 42 });
    const history = [said, assistant(first.reply)];
    const second = await ask([...history, user(tell({ text: ["Two."] }))]);
    expect(second).toMatchObject({ reply: "Two.", conversation: first.conversation });
    expect((await messagesIn(first.conversation)).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    const again = await ask([...history, user(tell({ text: ["Other."] }))]);
    expect(again).toMatchObject({ reply: "Other.", conversation: first.conversation });
  });

  test("the same history is another conversation of another person", async () => {
    const said = user(tell({ text: ["Mine."] }));
    const mine = await ask([said]);
    const other = await somebody("member");
    const body = { model: AGENT, messages: [said, assistant("Mine."), user(tell({ text: ["Theirs."] }))] };
    const response = await worker.fetch("http://nightjar.test/v1/chat/completions", {
      method: "POST",
      headers: { cookie: other.cookie, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-conversation-id")).not.toBe(mine.conversation);
  });

  test("what the agent has not heard stands before what is said, and instructions are told once", async () => {
    const instructions: Said = { role: "system", content: "Speak of ships." };
    const now = tell({ text: ["Aye."] });
    const first = await ask([instructions, user("Ahoy"), assistant("Hello."), user(now)]);
    const [heard] = await messagesIn(first.conversation);
    expect(heard?.parts.map(({ text }) => text)).toEqual([
      "Person: Ahoy\n\nAnswer: Hello.",
      "[From the program that I write with]\nSpeak of ships.\n\n[Now]\n",
      now,
    ]);
    const then = [instructions, user("Ahoy"), assistant("Hello."), user(now), assistant("Aye.")];
    const next = tell({ text: ["Aye again."] });
    const second = await ask([...then, user(next)]);
    expect(second.conversation).toBe(first.conversation);
    expect((await messagesIn(first.conversation))[2]?.parts[0]?.text).toBe(next);
  });

  test("keeps instructions of the program out of the title", async () => {
    const instructions: Said = { role: "system", content: "You speak as the quartermaster Fitzgerald." };
    const said = tell({ text: ["Aye."] });
    const { conversation } = await ask([instructions, user(`Where is the anchorage? ${said}`)]);
    const { title } = await callApi<{ title: string }>("GET", `/conversations/${conversation}`);
    expect(title).toContain("Where is the anchorage?");
  });

  test("with an idempotency key it is made once", async () => {
    const said = [user(tell({ text: ["Once."] }))];
    const options = { headers: { "Idempotency-Key": "the-same" } };
    const [first, second] = [await ask(said, options), await ask(said, options)];
    expect(second).toMatchObject({ reply: "Once.", conversation: first.conversation });
    expect(await messagesIn(first.conversation)).toHaveLength(2);
  });

  test("without words says why, whole and as a stream", async () => {
    const reason = "The agent chose to say nothing.";
    const { data, reply } = await ask([user(tell({ text: ["[SILENT]"] }))]);
    expect([reply, data]).toMatchObject(["", { reason }]);
    const { chunks, text } = await streamed([user(tell({ text: [" ", "[SILENT]"] }))]);
    expect([text.trim(), chunks.at(-2)]).toMatchObject([
      "",
      { choices: [{ finish_reason: "stop" }], reason },
    ]);
  });

  test("takes pictures along", async () => {
    const url = `data:image/png;base64,${btoa("not quite a picture")}`;
    const content = [
      { type: "text", text: tell({ text: ["Seen."] }) } as const,
      { type: "image_url", image_url: { url } } as const,
    ];
    const { conversation } = await ask([{ role: "user", content }]);
    const [message] = await messagesIn(conversation);
    expect(message?.parts.map(({ type }) => type)).toEqual(["text", "image"]);
    const elsewhere = { type: "image_url", image_url: { url: "http://127.0.0.1/a.png" } } as const;
    expect(await refused(ask([{ role: "user", content: [elsewhere] }]))).toMatchObject({
      status: 400,
      message: expect.stringContaining("http://127.0.0.1/a.png was not loaded"),
    });
  });

  test("what cannot be done here is refused by its name", async () => {
    const tools = [{ type: "custom", custom: { name: "now" } }] as const;
    const asking = (more: object) =>
      client().chat.completions.create({ model: AGENT, messages: [user("Hi")], ...more });
    expect(await refused(asking({ tools }))).toMatchObject({ status: 400, param: "tools" });
    expect(await refused(asking({ n: 2 }))).toMatchObject({ status: 400, param: "n" });
    expect(await refused(asking({ messages: [] }))).toMatchObject({ status: 400, param: "messages" });
  });
});

describe("a stream", () => {
  test("has the words as they come, what they took, and its end", async () => {
    const said = user(tell({ text: ["A ", "b ", "c."], usage: { input: 40, output: 3 } }));
    const { chunks, text, conversation } = await streamed([said]);
    expect(text).toBe("A b c.");
    expect(chunks[0]?.choices[0]?.delta.role).toBe("assistant");
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("stop");
    expect(chunks.at(-1)?.usage?.total_tokens).toBe(43);
    const history = [said, assistant(text)];
    const next = await streamed([...history, user(tell({ text: ["d."] }))]);
    expect(next).toMatchObject({ text: "d.", conversation });
  });

  test("of a call that broke half way has no word twice", async () => {
    const { text } = await streamed([user(tell({ text: ["Half ", "and ", "whole."], cut_once: true }))]);
    expect(text).toBe("Half and whole.");
  });

  test("ends with what the turn waits for", async () => {
    const question = tell({
      calls: [call("call_ask", "ask_user", { question: "Which one?" })],
    });
    const { text, conversation } = await streamed([user(question)]);
    expect(text).toBe(`Which one?\n\n(This waits for you: http://nightjar.test/c/${conversation})`);
    expect((await ask([user(question)])).reply).toContain("Which one?");
  });
});

test("in a room whoever speaks is named, and the visit goes on", async () => {
  const said = await client().chat.completions.create({ model: "bar", messages: [user("Good evening!")] });
  expect(said.choices[0]?.message.content).toMatch(/^\*\*[A-Z]\w+:\*\* ./);
  const next = await client().chat.completions.create({ model: "bar", messages: [user("A beer, please.")] });
  const id = (answer: object) => (answer as { conversation_id: string }).conversation_id;
  expect(id(next)).toBe(id(said));
});

test("without a model for embeddings the setting is named", async () => {
  const call = client().embeddings.create({ model: "text-embedding-3-small", input: "words" });
  expect(await refused(call)).toMatchObject({
    status: 409,
    message: expect.stringContaining("EMBEDDING_MODEL"),
  });
});

describe("a call that a library sends again by itself", () => {
  const again = (count: number) => ({ headers: { "x-stainless-retry-count": String(count) } });

  test("is the same call, and without the count it is another", async () => {
    const said = [user(tell({ text: ["Once."] }))];
    const first = await ask(said, again(0));
    const retried = await ask(said, again(1));
    const other = await ask(said, again(0));
    expect(retried).toMatchObject({ reply: "Once.", conversation: first.conversation });
    expect(await messagesIn(first.conversation)).toHaveLength(2);
    expect(other.conversation).not.toBe(first.conversation);
  });

  test("goes on in its conversation, though the answer has changed the history's end", async () => {
    const said = user(tell({ text: ["One."] }));
    const { conversation } = await ask([said]);
    const next = [said, assistant("One."), user(tell({ text: ["Two."] }))];
    const [first, retried] = [await ask(next, again(0)), await ask(next, again(2))];
    expect([first, retried].map(({ reply }) => reply)).toEqual(["Two.", "Two."]);
    expect(retried.conversation).toBe(conversation);
    expect(await messagesIn(conversation)).toHaveLength(4);
  });

  test("is not wanted where a turn has failed", async () => {
    const failing = client().chat.completions.create({
      model: AGENT,
      messages: [user(tell({ status: 400 }, { status: 400 }))],
    });
    const problem = await failing.catch((error: unknown) => error);
    if (!(problem instanceof OpenAI.APIError)) throw new Error("not refused");
    expect([problem.status, problem.headers?.get("x-should-retry")]).toEqual([502, "false"]);
  });
});

describe("a program of another origin", () => {
  const origin = "https://chat.example";
  const from = (init: RequestInit) => worker.fetch("http://nightjar.test/v1/models", init);

  test("is told before that it may call with a key", async () => {
    const headers = {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization, x-stainless-lang",
    };
    const { status, headers: told } = await from({ method: "OPTIONS", headers });
    expect(status).toBe(204);
    expect(told.get("access-control-allow-origin")).toBe("*");
    expect(told.get("access-control-allow-headers")).toContain("x-stainless-lang");
    expect(told.get("access-control-allow-credentials")).toBeNull();
  });

  test("reads answers and errors; one that brings a cookie reads nothing", async () => {
    const named = await from({ headers: { origin, "x-api-key": TOKEN } });
    expect([named.status, named.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    const wrong = await from({ headers: { origin, authorization: "Bearer njk_wrong" } });
    expect([wrong.status, wrong.headers.get("access-control-allow-origin")]).toEqual([401, "*"]);
    const { cookie } = await somebody("member");
    const cookied = await from({ headers: { origin, cookie } });
    expect([cookied.status, cookied.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  });
});

test("the root may be left out", async () => {
  const response = await worker.fetch("http://nightjar.test/chat/completions", {
    method: "POST",
    headers: { "x-api-key": TOKEN, "content-type": "application/json" },
    body: JSON.stringify({ model: AGENT, messages: [user(tell({ text: ["Here."] }))] }),
  });
  expect(JSON.stringify(await response.json())).toContain("Here.");
});
