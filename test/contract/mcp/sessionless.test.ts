/** The SDK's server as of 2026-07-28, which refuses the handshake of 2025: over its own fetch, so without a port. */
import { createMcpHandler, fromJsonSchema, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { McpClient } from "../../../src/tools/mcp/wire/client.ts";
import { McpError } from "../../../src/tools/mcp/wire/refusal.ts";
import { aContext, call } from "../../unit/tools/support.ts";
import { connected } from "./connected.ts";

const ADDRESS = "https://mcp.example.com/mcp";
const REGION = { type: "string", "x-mcp-header": "Region" } as const;

interface Heard {
  method: string;
  headers: Headers;
}

/** Accepted with all that it offers. `legacy`: it serves clients of 2025 too. */
async function newServer(legacy: "reject" | "stateless" = "reject") {
  const offered = { hasMore: false };
  const handler = createMcpHandler(() => serverOf(offered), { legacy, keepAliveMs: 0 });
  const grown = () => {
    offered.hasMore = true;
    handler.notify.toolsChanged();
  };
  const heard: Heard[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const body = init.body === undefined ? "{}" : String(init.body);
    heard.push({ method: JSON.parse(body).method ?? init.method, headers: new Headers(init.headers) });
    return handler.fetch(new Request(url, init));
  };
  const served = await connected({ url: ADDRESS }, {}, { fetch });
  const methods = () => heard.map(({ method }) => method);
  return { ...served, heard, methods, grown, fetch };
}

function serverOf({ hasMore }: { hasMore: boolean }): McpServer {
  const server = new McpServer(
    { name: "new", version: "1" },
    { capabilities: { tools: { listChanged: true } } },
  );
  const numbers = z.object({ a: z.number(), b: z.number() });
  const readOnly = { readOnlyHint: true };
  server.registerTool("add", { inputSchema: numbers, annotations: readOnly }, ({ a, b }) => ({
    content: [{ type: "text", text: String(a + b) }],
  }));
  const placed = { type: "object", properties: { region: REGION } } as const;
  server.registerTool("store", { inputSchema: fromJsonSchema<{ region: string }>(placed) }, ({ region }) => ({
    content: [{ type: "text", text: `stored in ${region}` }],
  }));
  const listed = { type: "array", items: REGION } as const;
  const misplaced = { type: "object", properties: { regions: listed } } as const;
  server.registerTool("spread", { inputSchema: fromJsonSchema(misplaced) }, () => ({ content: [] }));
  server.registerTool("slow", {}, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? "";
    const params = { progressToken, progress: 1, total: 2 };
    await mcpReq.notify({ method: "notifications/progress", params });
    return { content: [{ type: "text", text: "done" }] };
  });
  server.registerTool("twice", {}, ({ mcpReq }) =>
    mcpReq.requestState() === undefined
      ? inputRequired({ requestState: "half-way" })
      : { content: [{ type: "text", text: `went on from ${String(mcpReq.requestState())}` }] },
  );
  if (hasMore) server.registerTool("more", {}, () => ({ content: [] }));
  server.registerResource("menu", "shop://menu", { mimeType: "text/plain" }, ({ href }) => ({
    contents: [{ uri: href, text: "Soup." }],
  }));
  server.registerPrompt("greet", { argsSchema: z.object({ name: z.string() }) }, ({ name }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Greet ${name}.` } }],
  }));
  return server;
}

test("a server of 2026-07-28 alone is found out, and its tool called without a session", async () => {
  const { tool, added, heard, methods } = await newServer();
  expect(added.problem).toBeNull();
  expect(await call(await tool("mcp_shop_add"), { a: 1, b: 2 })).toMatchObject({ ok: true, content: "3" });
  expect(methods().slice(0, 2)).toEqual(["initialize", "server/discover"]);
  const { headers } = heard.at(-1) ?? { headers: new Headers() };
  expect(Object.fromEntries(headers)).toMatchObject({
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "add",
  });
  expect(headers.has("mcp-session-id")).toBe(false);
});

test("it is met as what it was the last time, by whoever has a client of their own", async () => {
  const { mcp, added, methods } = await newServer();
  const before = methods().length;
  await mcp.refresh(added);
  expect(methods().slice(before, before + 2)).toEqual(["server/discover", "tools/list"]);
});

test("one that serves both forms is greeted by the handshake as before", async () => {
  const { tool, methods } = await newServer("stateless");
  expect(await call(await tool("mcp_shop_add"), { a: 1, b: 2 })).toMatchObject({ ok: true, content: "3" });
  expect(methods()).not.toContain("server/discover");
});

test("an argument that its server wants as a header is sent as one, whatever it holds", async () => {
  const { tool, heard } = await newServer();
  for (const region of ["us-west1", "Münster", " padded "]) {
    const outcome = await call(await tool("mcp_shop_store"), { region });
    expect(outcome).toMatchObject({ ok: true, content: `stored in ${region}` });
  }
  expect(heard.map(({ headers }) => headers.get("mcp-param-region")).filter((each) => each !== null)).toEqual(
    ["us-west1", "=?base64?TcO8bnN0ZXI=?=", "=?base64?IHBhZGRlZCA=?="],
  );
});

test("a tool whose headers nobody could send is left out, and the others stay", async () => {
  const { added } = await newServer();
  const names = added.listed.map(({ name }) => name);
  expect(names).toContain("store");
  expect(names).not.toContain("spread");
});

test("its progress is heard while it works", async () => {
  const { tool } = await newServer();
  const shown: unknown[] = [];
  const context = aContext({ progress: (data) => void shown.push(data) });
  expect(await call(await tool("mcp_shop_slow"), {}, context)).toMatchObject({ ok: true, content: "done" });
  expect(shown).toEqual([{ progress: 1, total: 2 }]);
});

test("a result that is not one yet is asked for again with what the server handed over", async () => {
  const { tool } = await newServer();
  const outcome = await call(await tool("mcp_shop_twice"), {});
  expect(outcome).toMatchObject({ ok: true, content: "went on from half-way" });
});

test("resources and prompts are listed and read", async () => {
  const { added, mcp, tool } = await newServer();
  expect(added.offers).toMatchObject({ resources: true, prompts: [{ name: "greet" }] });
  expect(await mcp.promptText(added, { name: "greet", arguments: { name: "Ann" } })).toBe("Greet Ann.");
  const read = await call(await tool("read_resource"), { server: "shop", uri: "shop://menu" });
  expect(read).toMatchObject({ ok: true, content: expect.stringContaining("Soup.") });
});

test("word of changed tools comes by a subscription while a tool is called", async () => {
  const { tool, methods, grown, store } = await newServer();
  const slow = await tool("mcp_shop_slow");
  await call(slow, {});
  expect(methods()).toContain("subscriptions/listen");
  grown();
  const listed = async () => (await store.get("usr_owner", "shop"))?.listed.map(({ name }) => name);
  await expect.poll(listed).toContain("more");
});

test("a server that speaks neither form says which it does speak", async () => {
  const refusal = {
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32022, message: "Unsupported protocol version", data: { supported: ["2031-01-01"] } },
  };
  const fetch = async () => Response.json(refusal, { status: 400 });
  const guard = createGuardedFetch({ fetch, allow_hosts: ["mcp.example.com"] });
  const client = new McpClient(guard, { url: ADDRESS, headers: {} });
  const listing = client.listTools({ signal: AbortSignal.timeout(5_000) });
  await expect(listing).rejects.toThrow("Unsupported protocol version (it speaks 2031-01-01)");
  await expect(listing).rejects.toBeInstanceOf(McpError);
});
