/** Front ends with chats and people of their own, such as Open WebUI and LibreChat. */
import { exports } from "cloudflare:workers";
import OpenAI from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";
import { somebody } from "../people/somebody.ts";

const TOKEN = "test-admin-token-0123456789";
const AGENT = "usher";
const worker = (exports as unknown as { default: Fetcher }).default;

type Said = OpenAI.ChatCompletionMessageParam;
const user = (content: string): Said => ({ role: "user", content });
const assistant = (content: string): Said => ({ role: "assistant", content });
const says = (...text: string[]) => user(tell({ text }));

function client(apiKey = TOKEN): OpenAI {
  const send = (url: unknown, init?: unknown) => worker.fetch(url as string, init as RequestInit);
  const fetch = send as typeof globalThis.fetch;
  const baseURL = "http://nightjar.test/v1";
  return new OpenAI({ apiKey, baseURL, fetch, maxRetries: 0, dangerouslyAllowBrowser: true });
}

async function ask(messages: Said[], { key, headers = {}, ...more }: Asked = {}) {
  const { data, response } = await client(key)
    .chat.completions.create({ model: AGENT, messages, ...more }, { headers })
    .withResponse();
  const conversation = response.headers.get("x-conversation-id") ?? "";
  return { reply: data.choices[0]?.message.content, conversation };
}

interface Asked {
  key?: string;
  headers?: Record<string, string>;
  user?: string;
}

interface Told {
  id: string;
  role: string;
  author?: string;
  author_id?: string;
  trust?: string;
  siblings?: string[];
  parts: { text?: string; is_unremembered?: true }[];
}

async function branchOf(id: string): Promise<Told[]> {
  return (await callApi<{ items: Told[] }>("GET", `/conversations/${id}/messages`)).items;
}

const textsOf = (told: readonly Told[]) =>
  told.map(({ role, parts }) => (role === "user" ? "?" : parts.map(({ text }) => text).join("")));

beforeAll(() =>
  callApi("POST", "/agents", {
    slug: AGENT,
    name: "Usher",
    instructions: "Answer.",
    models: ["openai/told"],
    audience: "people",
  }),
);

async function keyOf(marks: object): Promise<string> {
  const { cookie } = await somebody("member");
  const made = await worker.fetch("http://nightjar.test/api/v1/keys", {
    method: "POST",
    headers: { cookie, "content-type": "application/json", origin: "http://nightjar.test" },
    body: JSON.stringify({ name: "front end", scopes: ["chat", "read", "write"], ...marks }),
  });
  const { key } = (await made.json()) as { key: string };
  expect(made.status).toBe(201);
  return key;
}

describe("a history that its conversation has gone on from", () => {
  test("is branched from, and the branch is known by its own words", async () => {
    const first = says("One.");
    const { conversation } = await ask([first]);
    const history = [first, assistant("One.")];
    const second = says("Two.");
    await ask([...history, second]);
    const again = await ask([...history, says("Other.")]);
    expect(again.conversation).toBe(conversation);
    expect(textsOf(await branchOf(conversation))).toEqual(["?", "One.", "?", "Other."]);
    const back = await ask([...history, second, assistant("Two."), says("Three.")]);
    expect(back.conversation).toBe(conversation);
    expect(textsOf(await branchOf(conversation))).toEqual(["?", "One.", "?", "Two.", "?", "Three."]);
  });

  test("is branched from where its end was edited, and the rest is quoted", async () => {
    const first = says("One.");
    const { conversation } = await ask([first]);
    const history = [first, assistant("One.")];
    await ask([...history, says("Two.")]);
    const edited = [...history, user("And then?"), assistant("Nothing."), says("Well.")];
    expect((await ask(edited)).conversation).toBe(conversation);
    const told = await branchOf(conversation);
    expect(textsOf(told)).toEqual(["?", "One.", "?", "Well."]);
    expect(told[2]?.parts[0]?.text).toBe("Person: And then?\n\nAnswer: Nothing.");
  });
});

describe("a front end's chat", () => {
  test("is one conversation, also where its first message is asked again or of another model", async () => {
    const headers = { "x-openwebui-chat-id": "chat-1" };
    const first = says("One.");
    const { conversation } = await ask([first], { headers });
    const again = await ask([first], { headers });
    expect(again.conversation).toBe(conversation);
    const next = await ask([first, assistant("One."), says("Two.")], { headers });
    expect(next.conversation).toBe(conversation);
    expect(textsOf(await branchOf(conversation))).toEqual(["?", "One.", "?", "Two."]);
    const elsewhere = await ask([first], { headers: { "x-openwebui-chat-id": "chat-2" } });
    expect(elsewhere.conversation).not.toBe(conversation);
  });

  const TITLE = `### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Output:\nJSON format: { "title": "your concise title here" }\n### Chat History:\n<chat_history>\nUSER: Hi\n</chat_history>\n`;
  const LIBRE = `Provide a concise, 5-word-or-less title for the conversation, using its same language, with no punctuation. Never directly mention the language name or the word "title" and only return the title itself.\n\nConversation:\n`;

  test.each([
    ["Open WebUI's title prompt", TITLE, {}],
    ["LibreChat's title prompt", LIBRE, {}],
    ["a header", "", { "x-openwebui-task": "tags_generation" }],
  ])("makes its own tasks, known by %s, in no conversation", async (_by, words, headers) => {
    const { reply, conversation } = await ask([user(`${words}${tell({ text: ["Greetings"] })}`)], {
      headers,
    });
    expect(reply).toBe("Greetings");
    const { items } = await callApi<{ items: { id: string }[] }>("GET", "/conversations?limit=100");
    expect(items.map(({ id }) => id)).not.toContain(conversation);
  });
});

describe("a key", () => {
  test("that serves several people gives their words to whom its program names", async () => {
    const key = await keyOf({ speaks_for_others: true, remembers: true });
    const headers = { "x-openwebui-user-id": "u-ann", "x-openwebui-user-name": "Ann%20B" };
    const first = says("Hello.");
    const ann = await ask([first], { key, headers });
    const [said] = await branchOf(ann.conversation);
    expect(said).toMatchObject({ author: "Ann B", trust: "untrusted" });
    expect(said?.author_id).toBeUndefined();
    const next = [first, assistant("Hello."), says("Again.")];
    const bob = await ask(next, { key, user: "bob" });
    expect(bob.conversation).not.toBe(ann.conversation);
    expect((await ask(next, { key, headers })).conversation).toBe(ann.conversation);
  });

  test("of one person ignores such names, and is remembered only where it says so", async () => {
    const [plain, kept] = [await keyOf({}), await keyOf({ remembers: true })];
    const marksOf = async (key: string) => {
      const { conversation } = await ask([says("Hello.")], { key, user: "bob" });
      const [said] = await branchOf(conversation);
      expect(said?.author_id).toBeDefined();
      return said?.parts.map(({ is_unremembered }) => is_unremembered);
    };
    expect([await marksOf(plain), await marksOf(kept)]).toEqual([[true], [undefined]]);
  });
});
