/** Programs that speak the Model Context Protocol, by its own client. */
import { exports } from "cloudflare:workers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";
import { somebody } from "../people/somebody.ts";

const TOKEN = "test-admin-token-0123456789";
const AGENT = "mcp-scribe";
const worker = (exports as unknown as { default: Fetcher }).default;

async function client(headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) {
  const send = (url: unknown, init?: unknown) => worker.fetch(String(url), init as RequestInit);
  const transport = new StreamableHTTPClientTransport(new URL("http://nightjar.test/mcp"), {
    fetch: send as typeof fetch,
    requestInit: { headers },
  });
  const made = new Client(
    { name: "somebody's editor", version: "1" },
    // The usual one generates code, which Workers forbid.
    {
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
    },
  );
  await made.connect(transport as Parameters<Client["connect"]>[0]);
  return made;
}

interface Answer {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

async function use(mcp: Client, name: string, input: object = {}, onprogress?: (message: string) => void) {
  const told = onprogress && (({ message }: { message?: string | undefined }) => onprogress(message ?? ""));
  const options = told ? { onprogress: told } : {};
  const called = await mcp.callTool({ name, arguments: { ...input } }, undefined, options);
  const { content, structuredContent = {}, isError = false } = called as Answer;
  return { text: content.map(({ text }) => text).join(""), data: structuredContent, isError };
}

const names = (items: { name: string }[]) => items.map(({ name }) => name);

beforeAll(() =>
  callApi("POST", "/agents", {
    slug: AGENT,
    name: "Scribe",
    instructions: "Answer.",
    models: ["openai/told"],
    audience: "people",
  }),
);

describe("a client of the Model Context Protocol", () => {
  test("asks an agent, hears what it is doing, and goes on in the same conversation", async () => {
    const mcp = await client();
    const doing: string[] = [];
    const look = call("call_sum", "calculate", { expression: "6*7" });
    const first = await use(
      mcp,
      "ask",
      { to: AGENT, message: tell({ calls: [look] }, { text: ["It is 42."] }) },
      (message) => doing.push(message),
    );
    expect(first.data).toMatchObject({ status: "answered", answer: "It is 42." });
    expect(doing).toEqual(["calculate"]);
    const { conversation_id } = first.data;
    const second = await use(mcp, "ask", { conversation_id, message: tell({ text: ["Still here."] }) });
    expect(second.data).toMatchObject({ conversation_id, answer: "Still here." });
    const read = await use(mcp, "read_conversation", { conversation_id });
    expect(read.text).toMatch(/It is 42\..*Still here\./su);
  });

  test("speaks for no person: what it asks for that reaches outside waits for their yes", async () => {
    const mcp = await client();
    const reach = call("call_out", "web_fetch", { url: "https://example.com/?q=secret" });
    const asked = await use(mcp, "ask", {
      to: AGENT,
      message: tell({ calls: [reach] }, { text: ["Done."] }),
    });
    expect(asked.data).toMatchObject({ status: "waiting" });
    expect(asked.text).toContain("http://nightjar.test/c/cnv_");
  });

  test("finds in memory what was noted, and what it notes waits for the person's yes", async () => {
    const mcp = await client();
    const content = "Tamsin keeps bees on the roof of the old customs house.";
    const noted = await use(mcp, "remember", { content });
    expect(noted.data.status).toBe("stored");
    const { passages } = (await use(mcp, "search_memory", { query: "Who keeps bees?" })).data as {
      passages: { text: string; is_from_outside: boolean }[];
    };
    expect(passages.find(({ text }) => text.includes("Tamsin"))).toMatchObject({ is_from_outside: true });
    const again = await callApi<{ trust: string }>("GET", `/memory/items/${noted.data.id}`);
    expect(again.trust).toBe("untrusted");
  });

  test("search_memory answers a question of time in order of time, with the days between", async () => {
    const items = [
      {
        id: "mcp-late",
        date: "2026-07-05",
        role: "user",
        text: "The glasshouse was delivered on 2 April 2026.",
      },
      {
        id: "mcp-early",
        date: "2026-04-10",
        role: "user",
        text: "The heron pond froze over on 27 March 2026.",
      },
    ];
    await callApi("POST", "/memory/index", { conversation: "mcp-order", items });
    const mcp = await client();
    const query = "What came first, the delivered glasshouse or the pond that froze over?";
    const { text } = await use(mcp, "search_memory", { query, limit: 2 });
    expect(text).toMatch(
      /27 March 2026 \(told 10 April 2026\).*\] The heron pond[\s\S]*2 April 2026 \(told 5 July 2026\), 6 days after the line above/,
    );
  });

  test("reads prompts with their gaps and files of the workspace", async () => {
    const text = "Write to {{whom}} in a {{tone: dry | warm}} tone.";
    await callApi("POST", "/prompts", { name: "mcp-letter", description: "A letter", text });
    await worker.fetch("http://nightjar.test/api/v1/workspace/mcp/two words.md", {
      method: "PUT",
      headers: { authorization: `Bearer ${TOKEN}` },
      body: "# Two words",
    });
    const mcp = await client();
    const { prompts } = await mcp.listPrompts();
    expect(prompts.find(({ name }) => name === "mcp-letter")?.arguments).toMatchObject([
      { name: "whom", required: true },
      { name: "tone", required: false },
    ]);
    const { messages } = await mcp.getPrompt({ name: "mcp-letter", arguments: { whom: "Ida" } });
    expect(messages[0]?.content).toMatchObject({ text: "Write to Ida in a dry tone." });
    const { resources } = await mcp.listResources();
    const uri = resources.find(({ name }) => name === "mcp/two words.md")?.uri ?? "";
    const { contents } = await mcp.readResource({ uri });
    expect(contents[0]).toMatchObject({ uri, text: "# Two words" });
    await expect(mcp.readResource({ uri: "nightjar://workspace/../secret" })).rejects.toThrow(
      "There is no file",
    );
  });

  test("is told what is wrong in words that a model can act on", async () => {
    const mcp = await client();
    expect(await use(mcp, "ask", { to: "nobody", message: "Hello" })).toMatchObject({
      isError: true,
      text: expect.stringContaining('there is no "nobody" that you may talk to'),
    });
    expect(await use(mcp, "read_conversation", { conversation_id: "cnv_1" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("There is no such conversation"),
    });
  });
});

test("a client is told whom it may ask, what each is for, and before what it asks the person", async () => {
  await callApi("POST", "/agents", {
    ...{ slug: "mcp-cook", name: "Cook", role: "Plans meals.", instructions: "Cook.", audience: "people" },
    tools: { message: "ask", web_fetch: "deny" },
  });
  const mcp = await client();
  const { tools } = await mcp.listTools();
  expect(tools.find(({ name }) => name === "ask")?.description).toContain("- mcp-cook: Cook, Plans meals.");
  const { data } = await use(mcp, "list_agents");
  expect(data["agents"]).toContainEqual({
    ...{ id: "mcp-cook", kind: "agent", name: "Cook", description: "Plans meals." },
    ...{ asks_first: ["message"], never_uses: ["web_fetch"] },
  });
});

describe("who asks", () => {
  test("is offered what their role and their key allow, and nothing of anybody else's", async () => {
    const guest = await client({ cookie: (await somebody("guest")).cookie });
    expect(names((await guest.listTools()).tools)).not.toContain("search_memory");
    const { key } = await callApi<{ key: string }>("POST", "/keys", { name: "reads", scopes: ["read"] });
    const reader = await client({ authorization: `Bearer ${key}` });
    expect(names((await reader.listTools()).tools).sort()).toEqual([
      "list_agents",
      "read_conversation",
      "search_conversations",
      "search_memory",
    ]);
    const other = await client({ cookie: (await somebody("member")).cookie });
    const { data } = await use(other, "search_memory", { query: "Who keeps bees?" });
    expect(data).toEqual({ passages: [] });
  });

  test("is nobody without a key, and is told which kind of key is meant", async () => {
    const headers = { "content-type": "application/json" };
    const ask = async (more: Record<string, string>) => {
      const init = { method: "POST", headers: { ...headers, ...more }, body: "{}" };
      const { status, headers: told } = await worker.fetch("http://nightjar.test/mcp", init);
      return [status, told.get("www-authenticate")];
    };
    const metadata = `resource_metadata="http://nightjar.test/.well-known/oauth-protected-resource/mcp"`;
    const signIn = `${metadata}, scope="chat read write"`;
    expect(await ask({})).toEqual([401, `Bearer realm="Nightjar", ${signIn}`]);
    const wrong = await ask({ authorization: "Bearer njk_wrong" });
    expect(wrong).toEqual([401, `Bearer realm="Nightjar", error="invalid_token", ${signIn}`]);
  });

  test("finds nothing where other servers describe themselves, and not the web app in its place", async () => {
    const address = "http://nightjar.test/.well-known/openid-configuration";
    const got = await worker.fetch(address);
    expect([got.status, got.headers.get("content-type")]).toEqual([404, "application/json"]);
  });

  test("is told that there are no sessions, and that no list announces its changes", async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const got = await worker.fetch("http://nightjar.test/mcp", { headers });
    expect(got.status).toBe(405);
    expect((await client()).getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false },
      extensions: { "io.modelcontextprotocol/tasks": {} },
    });
  });
});

describe("a program that is nearly right", () => {
  const send = async (message: object, headers: Record<string, string> = {}) => {
    const init = {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 2, ...message }),
    };
    const answer = await worker.fetch("http://nightjar.test/mcp", init);
    return {
      status: answer.status,
      type: answer.headers.get("content-type"),
      body: (await answer.json()) as Rpc,
    };
  };
  interface Rpc {
    result?: { tools?: object[]; structuredContent?: { agents: { id: string; description: string }[] } };
    error?: { code: number; message: string };
  }

  test.each([{ accept: "application/json" }, { accept: "*/*" }, {}])(
    "accepts %j and gets JSON",
    async (headers) => {
      const { status, type, body } = await send({ method: "tools/list" }, headers as Record<string, string>);
      expect([status, type]).toEqual([200, "application/json"]);
      expect(body.result?.tools?.length).toBeGreaterThan(3);
    },
  );

  test("sends null for what it leaves out", async () => {
    const list = { name: "list_agents", arguments: null, _meta: null };
    for (const message of [
      { method: "tools/list", params: null },
      { method: "tools/list", params: { cursor: null } },
      { method: "tools/call", params: list },
    ])
      expect((await send(message)).body.error).toBeUndefined();
  });

  test("is told of a missing file and of wrong parameters by their codes, in words", async () => {
    const missing = await send({ method: "resources/read", params: { uri: "nightjar://workspace/none.md" } });
    expect(missing.body.error).toMatchObject({
      code: -32002,
      message: expect.stringContaining("There is no file"),
    });
    const wrong = await send({ method: "tools/call", params: { name: 5 } });
    expect(wrong.body.error?.code).toBe(-32602);
    expect(wrong.body.error?.message).not.toMatch(/[[{]/);
  });

  test("is told what each agent is", async () => {
    const { body } = await send({ method: "tools/call", params: { name: "list_agents" } });
    const agents = body.result?.structuredContent?.agents ?? [];
    expect(agents.filter(({ description }) => description !== "").length).toBeGreaterThan(2);
  });
});
