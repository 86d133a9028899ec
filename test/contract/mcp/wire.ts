/** A server in its bytes: it says what the SDK's server would not, and keeps what it is told. */
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { createMcp } from "../../../src/tools/mcp/create-mcp.ts";
import { createMcpServers } from "../../../src/tools/mcp/servers.ts";
import type { McpServer, McpStore } from "../../../src/tools/mcp/store.ts";
import { anAgent, NOW } from "../../unit/tools/support.ts";

export interface Wire {
  /** As the server lists them now. */
  tools: object[];
  result: object;
  /** Messages on the stream of a call, before its answer. */
  before: object[];
  /** What it says that it has beside tools, and its answers. */
  capabilities: object;
  answers: Record<string, object>;
  /** Methods that it has no answer to. */
  silent: string[];
  /** All that the client has sent. */
  heard: { id?: number | string; method?: string; params?: object; error?: object }[];
}

const HELLO = { protocolVersion: "2025-06-18", serverInfo: { name: "t", version: "1" } };
const ADDRESS = "https://mcp.example.com/mcp";

export function aTool(name: string, more: object = {}) {
  return { name, description: "Does it.", inputSchema: { type: "object" }, ...more };
}

/** The server is added, and all its tools accepted. `real`: one that listens on this machine. */
export async function wired(start: Partial<Wire>, real?: { port: number }) {
  const wire: Wire = {
    tools: [aTool("do")],
    result: { content: [] },
    before: [],
    capabilities: {},
    answers: {},
    silent: [],
    heard: [],
    ...start,
  };
  let kept: McpServer = { ...BLANK, ...(real && { url: `http://127.0.0.1:${real.port}/mcp` }) };
  const stored: string[] = [];
  let time = NOW;
  const mcp = createMcp({
    store: {
      ...UNUSED,
      list: async () => [{ ...kept }],
      saveListing: async (listing) => {
        kept = { ...kept, ...listing };
      },
    },
    fetch: createGuardedFetch({
      fetch: async (url, init) => (real ? fetch(url, init) : answer(wire, init)),
      allow_hosts: [real ? `127.0.0.1:${real.port}` : "mcp.example.com"],
    }),
    files: {
      put: async (owner, { name, media_type, bytes }) => {
        stored.push(new TextDecoder().decode(bytes));
        return { id: `fil_${stored.length}`, owner, name, media_type, size: bytes.length, created_at: NOW };
      },
    },
    secret: async () => undefined,
    token: async () => undefined,
    now: () => time,
  });
  kept = await mcp.refresh(kept);
  kept = { ...kept, accepted: kept.listed };
  const tools = () => mcp.list(anAgent(), "usr_owner");
  const servers = createMcpServers({
    store: { ...UNUSED, get: async () => ({ ...kept }) },
    mcp,
    oauth: () => {
      throw new Error("nobody signs in here");
    },
  });
  return { wire, stored, mcp, servers, server: () => kept, tools, pass: (ms: number) => (time += ms) };
}

function answer(wire: Wire, init: RequestInit): Response {
  const { tools, result, before, capabilities, answers, silent, heard } = wire;
  const message = JSON.parse(String(init.body)) as Wire["heard"][number];
  heard.push(message);
  const { id, method } = message;
  const reply = (given: object) => ({ jsonrpc: "2.0", id, result: given });
  if (method !== undefined && silent.includes(method)) return new Response(null, { status: 503 });
  if (method === "initialize") return Response.json(reply({ ...HELLO, capabilities }));
  if (method === "tools/list") return Response.json(reply({ tools }));
  const given = method === undefined ? undefined : answers[method];
  if (given) return Response.json("error" in given ? { jsonrpc: "2.0", id, ...given } : reply(given));
  if (method !== "tools/call") return new Response(null, { status: 202 });
  const events = [...before, reply(result)].map((each) => `data: ${JSON.stringify(each)}\n\n`);
  return new Response(events.join(""), { headers: { "content-type": "text/event-stream" } });
}

const BLANK: McpServer = {
  owner: "usr_owner",
  name: "shop",
  url: ADDRESS,
  enabled: true,
  agents: [],
  longest_call_seconds: 600,
  offers: { resources: false, prompts: [] },
  headers: {},
  oauth: null,
  accepted: [],
  listed: [],
  listed_at: null,
  problem: null,
};

const unused = () => Promise.reject(new Error("unused"));
const UNUSED: McpStore = {
  list: unused,
  get: unused,
  put: unused,
  saveListing: unused,
  saveOAuth: unused,
  saveChallenge: unused,
  beginRefresh: unused,
  endRefresh: unused,
  remove: unused,
};
