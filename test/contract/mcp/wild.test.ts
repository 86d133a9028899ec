/** Servers that are nearly right, as reports describe them: an odd field costs itself, an odd part costs that part. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { call } from "../../unit/tools/support.ts";
import { connected } from "./connected.ts";

interface Case {
  tools_list_result?: object;
  tools_call_result?: object;
  tools_call_error?: object;
  initialize_result?: object;
}

function wild(name: string): Case {
  return JSON.parse(
    readFileSync(new URL(`../../fixtures/wild/${name}.json`, import.meta.url), "utf8"),
  ) as Case;
}

const ECHO = { name: "echo", description: "Says it back.", inputSchema: { type: "object" } };
const HELLO = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "t", version: "1" },
};

/** `each`: added to each answer. `type`: of the answers. */
async function server(given: Case, { each = {}, refusal }: { each?: object; refusal?: () => Response } = {}) {
  const heard: { method: string; params?: { name?: string } }[] = [];
  const answer = async (_url: string, init: RequestInit) => {
    if (refusal) return refusal();
    const message = JSON.parse(String(init.body)) as {
      id: number;
      method: string;
      params?: { name?: string };
    };
    heard.push(message);
    const reply = (result: unknown) => Response.json({ jsonrpc: "2.0", id: message.id, ...each, result });
    if (message.method === "initialize") return reply(given.initialize_result ?? HELLO);
    if (message.method === "tools/list") return reply(given.tools_list_result ?? { tools: [ECHO] });
    if (message.method !== "tools/call") return new Response(null, { status: 202 });
    if (given.tools_call_error)
      return Response.json({ jsonrpc: "2.0", id: message.id, error: given.tools_call_error });
    const said = { content: [{ type: "text", text: `this is ${message.params?.name}` }] };
    return reply(given.tools_call_result ?? said);
  };
  const url = "https://mcp.example.com/mcp";
  return { heard, ...(await connected({ url }, {}, { fetch: answer, allow_hosts: ["mcp.example.com"] })) };
}

describe("lists of tools", () => {
  test.each([
    ["mcp-cursor-null", ["mcp_shop_echo"]],
    ["mcp-cursor-stands-still", ["mcp_shop_echo", "mcp_shop_second"]],
    ["mcp-nulls", ["mcp_shop_echo"]],
    ["mcp-no-version", ["mcp_shop_echo"]],
  ])("%s", async (name, expected) => {
    const { tools, heard, added } = await server(wild(name));
    expect(added.problem).toBeNull();
    expect((await tools()).map((tool) => tool.name)).toEqual(expected);
    expect(heard.filter(({ method }) => method === "tools/list").length).toBeLessThanOrEqual(3);
  });

  test("an error of null beside the result is none", async () => {
    const { added } = await server({}, { each: { error: null } });
    expect(added.listed.map(({ name }) => name)).toEqual(["echo"]);
  });

  test("a tool that says too much is offered, cut to what fits", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`field${at}`, { type: "string", description: "x".repeat(60) }]),
    );
    const listed = [
      { ...ECHO, name: "long", description: "word ".repeat(1_800) },
      { ...ECHO, name: "wide", inputSchema: { type: "object", properties } },
      { ...ECHO, name: "schemaless", inputSchema: {} },
      { ...ECHO, name: "none", inputSchema: null },
      ECHO,
    ];
    const { added } = await server({ tools_list_result: { tools: listed } });
    expect(added.listed.map(({ name }) => name)).toEqual(["long", "wide", "schemaless", "none", "echo"]);
    expect(added.listed[1]?.input).toMatchObject({ properties: { field399: { type: "string" } } });
    expect(added.listed[2]?.input).toEqual({ type: "object" });
    expect(added.offers.left_out).toEqual([]);
  });

  test("a tool that cannot be used is named with the reason", async () => {
    const listed = [ECHO, { name: "" }, { ...ECHO, name: "render", execution: { taskSupport: "required" } }];
    const { added } = await server({ tools_list_result: { tools: listed } });
    expect(added.offers.left_out).toEqual([
      { name: "(no name)", why: expect.stringContaining("name is missing") },
      { name: "render", why: expect.stringContaining("as a task") },
    ]);
  });

  test("names that become equal stay apart, and each calls its own tool", async () => {
    const listed = ["files.read", "files/read", "files_read", "files_read"].map((name) => ({
      ...ECHO,
      name,
    }));
    const { tools } = await server({ tools_list_result: { tools: listed } });
    const offered = await tools();
    expect(new Set(offered.map(({ name }) => name)).size).toBe(3);
    const said = await Promise.all(offered.map(async (tool) => await call(tool, {})));
    expect(said.map((each) => "content" in each && each.content).sort()).toEqual([
      "this is files.read",
      "this is files/read",
      "this is files_read",
    ]);
  });

  test("a list that is none is told in words", async () => {
    const { added } = await server({ tools_list_result: { tools: "none" } });
    expect(added.problem).toBe("The server's list of tools is not one of this protocol.");
  });
});

describe("results", () => {
  test.each([
    ["mcp-nulls", "hi"],
    ["mcp-text-without-text", "the rest"],
    ["mcp-content-null", '{"temperature":21}'],
  ])("%s", async (name, content) => {
    const { tools } = await server({ ...wild(name), tools_list_result: { tools: [ECHO] } });
    const [tool] = await tools();
    if (!tool) throw new Error("no tool");
    expect(await call(tool, {})).toMatchObject({ ok: true, content, trust: "untrusted" });
  });

  test("a part that nobody knows costs that part", async () => {
    const content = [{ type: "hologram" }, { type: "text", text: "the rest" }, "bare words"];
    const { tools } = await server({ tools_call_result: { content } });
    const [tool] = await tools();
    expect(tool && (await call(tool, {}))).toMatchObject({
      content: "[a part of the kind hologram that cannot be read]\n\nthe rest\n\nbare words",
    });
  });

  test.each([
    [{ code: "INVALID_ARGS", message: "the text is too short" }],
    [{ code: -32602, message: "the text is too short", data: null }],
    ["the text is too short"],
  ])("an error is told in its words: %j", async (error) => {
    const { tools } = await server({ tools_call_error: error as object });
    const [tool] = await tools();
    expect(tool && (await call(tool, {}))).toMatchObject({
      ok: false,
      error: expect.stringContaining("the text is too short"),
    });
  });
});

test("a server that refuses the host says so in its words, and asks nobody to sign in", async () => {
  const refusal = () =>
    new Response("Access is only allowed at localhost:8931", {
      status: 403,
      headers: { "content-type": "text/plain" },
    });
  const { added } = await server({}, { refusal });
  expect(added.problem).toBe("The server answered 403: Access is only allowed at localhost:8931");
});
