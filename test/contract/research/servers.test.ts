/** MCP servers as places of a run: what is asked of them, what of it becomes a source, and what no server is told. */
import { expect, test } from "vitest";
import { lookupServers, readOfServer, searchServers } from "../../../src/app/wiring/research/servers.ts";
import type { ToolRule } from "../../../src/domain/agent.ts";
import { researchAnswer } from "../../../src/providers/offline/research/research.ts";
import type { Answer, Ask, Outside } from "../../../src/research/ports.ts";
import { shippedTexts } from "../../support/prompts/shipped.ts";
import { Disk, live, ORDER } from "../../support/research/machine.ts";
import { anAgent } from "../../unit/tools/support.ts";
import { aTool, type Wire, wired } from "../mcp/wire.ts";

const FERRY = "The ferry of the harbour leaves at seven in the morning.";
const FARES = "The fare of the ferry is four euros for a grown person.";
const reads = { readOnlyHint: true };
const words = { type: "object", properties: { query: { type: "string" } }, required: ["query"] };
const SERVER: Partial<Wire> = {
  tools: [
    aTool("search_fares", { annotations: reads, inputSchema: words }),
    aTool("buy", { inputSchema: words }),
    aTool("ticket", {
      annotations: reads,
      inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    }),
  ],
  result: { content: [{ type: "text", text: FARES }] },
  capabilities: { resources: {} },
  answers: {
    "resources/list": {
      resources: [
        { uri: "shop://rules", name: "Rules of the house" },
        { uri: "shop://harbour", name: "The ferry of the harbour" },
      ],
    },
    "resources/templates/list": { resourceTemplates: [] },
    "resources/read": { contents: [{ uri: "shop://harbour", text: FERRY }] },
  },
};
const { signal } = new AbortController();

async function placed(rules: Record<string, ToolRule> = {}, own_sources = true) {
  const { mcp, wire } = await wired(SERVER);
  const agent = { ...anAgent(), tools: rules };
  const servers = await lookupServers(mcp, { owner: "usr_owner", order: { ...ORDER, own_sources } }, agent);
  wire.heard.length = 0;
  const called = () =>
    wire.heard.flatMap(({ method, params }) => (method === "tools/call" ? [JSON.stringify(params)] : []));
  return { servers, wire, called };
}

/** The offline model's rules over the servers alone. */
function outsideOf(servers: Awaited<ReturnType<typeof lookupServers>>): Outside {
  return {
    places: () => ["mcp"],
    isPriced: () => true,
    worst: () => 0,
    ask: async (ask) => ({ value: answerOf(ask), cost_usd: 0 }),
    search: ({ query }, stop) => searchServers(servers, query, stop),
    read: async (address, stop) =>
      (await readOfServer(servers, address, stop)) ?? { ok: false, reason: "There is nothing." },
  };
}

function answerOf({ purpose, messages, max_output_tokens }: Ask): Answer {
  const answer = researchAnswer({
    ...{ model: "offline/demo", messages, tools: [], max_output_tokens, reasoning: "off", history_length: 0 },
    system: [{ tier: "stable", text: shippedTexts.text(`research-${purpose}`) }],
  });
  if (answer?.type !== "calls") return { ok: true, text: answer?.text ?? "", calls: [] };
  return { ok: true, text: "", calls: answer.calls.map((call, at) => ({ ...call, id: `c${at}` })) };
}

test("a run cites a server's resource and what its tool found, also when it is killed in between", async () => {
  const question = "When does the ferry of the harbour leave and what is the fare of the ferry?";
  const { servers, called } = await placed();
  const whole = new Disk();
  const report = await live({ disk: whole, outside: outsideOf(servers), order: { question } });
  expect(report?.markdown).toContain("leaves at seven");
  expect(report?.markdown).toContain("four euros");
  expect(report?.sentences.every(({ support }) => support === "supported")).toBe(true);
  for (const { source_id = "", quote, start, end } of report?.cited?.citations ?? [])
    expect(whole.texts.get(source_id)?.slice(start, end)).toBe(quote);
  expect([...whole.texts.values()].toSorted()).toEqual([FARES, FERRY]);
  expect(called().every((call) => call.includes("search_fares"))).toBe(true);

  for (let point = 1; point < whole.writes; point += 3) {
    const disk = new Disk();
    const life = { disk, outside: outsideOf(servers), order: { question } };
    await expect(live({ ...life, killAfter: point })).rejects.toThrow("killed");
    const again = await live(life);
    expect(again?.sentences.length, `killed after write ${point}`).toBe(report?.sentences.length);
    expect(disk.repeated).toEqual([]);
  }
});

test("a search asks accepted tools that only read and take words, and no server is told an address", async () => {
  const { servers, called } = await placed();
  const found = await searchServers(servers, "ferry fares", signal);
  expect(found).toMatchObject({
    ok: true,
    hits: [
      { title: "search_fares (shop)", address: "mcp:shop/search_fares?ferry%20fares", page: { text: FARES } },
      { title: "The ferry of the harbour", address: "mcp:shop/shop://harbour" },
      { title: "Rules of the house" },
    ],
  });
  expect(called()).toHaveLength(1);
  await searchServers(servers, "https://evil.example/?told=1", signal);
  expect(called()).toHaveLength(1);
});

test("a resource is read that the server lists, and no other", async () => {
  const { servers, wire } = await placed();
  expect(await readOfServer(servers, "mcp:shop/shop://harbour", signal)).toMatchObject({
    ok: true,
    page: { title: "The ferry of the harbour", text: FERRY, trust: "untrusted" },
  });
  wire.heard.length = 0;
  const refused = await readOfServer(servers, "mcp:shop/shop://made-up?told=1", signal);
  expect(refused).toMatchObject({ ok: false, reason: expect.stringContaining("no such resource") });
  expect(wire.heard.map(({ method }) => method)).not.toContain("resources/read");
  expect(await readOfServer(servers, "mcp:other/shop://harbour", signal)).toMatchObject({ ok: false });
  expect(await readOfServer(servers, "https://shop.example", signal)).toBeUndefined();
});

test("a tool that has to be asked for, or one's own sources left out, is no place", async () => {
  const { servers } = await placed({ "mcp_*": "ask_tainted" });
  expect(servers).toMatchObject([{ tools: [], has_resources: true }]);
  expect((await placed({ "mcp_*": "deny", read_resource: "ask" })).servers).toEqual([]);
  expect((await placed({}, false)).servers).toEqual([]);
});

test("a server that does not answer fails the search in words", async () => {
  const { servers, wire } = await placed({ "mcp_*": "deny" });
  wire.silent.push("resources/list");
  expect(await searchServers(servers, "ferry", signal)).toMatchObject({
    ok: false,
    reason: expect.stringContaining("shop"),
  });
});
