/** The SDK's server on this machine, added and accepted as a person would; closed after each test. */
import { afterEach } from "vitest";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { createMcp } from "../../../src/tools/mcp/create-mcp.ts";
import type { McpServer, McpStore } from "../../../src/tools/mcp/store.ts";
import { anAgent, NOW } from "../../unit/tools/support.ts";
import { startServer, type TestServer } from "./server.ts";

const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

export async function serverOf(options: Parameters<typeof startServer>[0] = {}): Promise<TestServer> {
  const server = await startServer(options);
  open.push(server);
  return server;
}

export function memoryStore(): McpStore {
  const servers = new Map<string, McpServer>();
  const key = (owner: string, name: string) => `${owner}/${name}`;
  const edit = (owner: string, name: string, change: Partial<McpServer>) => {
    const before = servers.get(key(owner, name));
    if (before) servers.set(key(owner, name), { ...before, ...change });
  };
  return {
    list: async (owner) =>
      [...servers.values()].filter((server) => server.owner === owner).map((s) => ({ ...s })),
    get: async (owner, name) => servers.get(key(owner, name)),
    put: async (server) => void servers.set(key(server.owner, server.name), { ...server }),
    saveListing: async ({ owner, name, ...listing }) => edit(owner, name, listing),
    saveOAuth: async (owner, name, oauth) => edit(owner, name, { oauth }),
    saveChallenge: async (owner, name, challenge) => {
      const oauth = servers.get(key(owner, name))?.oauth;
      if (oauth) edit(owner, name, { oauth: { ...oauth, challenge } });
    },
    beginRefresh: async () => true,
    endRefresh: async ({ owner, name }, _until, oauth) => edit(owner, name, { oauth }),
    remove: async (owner, name) => servers.delete(key(owner, name)),
  };
}

export function aServer(url: string, overrides: Partial<McpServer> = {}): McpServer {
  return {
    owner: "usr_owner",
    name: "shop",
    url,
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
    ...overrides,
  };
}

interface Reached {
  isAdmin?: (owner: string) => boolean;
  /** In place of the network. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Hosts that may be reached though they are inside; the server's own by default. */
  allow_hosts?: readonly string[];
}

/** The server is added, and all its tools accepted. */
export async function connected(
  server: { url: string },
  overrides: Partial<McpServer> = {},
  { isAdmin = () => true, fetch: reach = fetch, allow_hosts = [new URL(server.url).host] }: Reached = {},
) {
  let time = NOW;
  const store = memoryStore();
  const mcp = createMcp({
    store,
    fetch: createGuardedFetch({
      fetch: (url, init) => reach(url, init),
      allow_hosts,
    }),
    files: {
      put: async (owner, { name, media_type, bytes }) => {
        return { id: "fil_1", owner, name, media_type, size: bytes.length, created_at: NOW };
      },
    },
    secret: async (name, owner) => (name === "MCP_KEY" && isAdmin(owner) ? "s3cret" : undefined),
    token: async () => undefined,
    now: () => time,
  });
  const added = await mcp.refresh(aServer(server.url, overrides));
  await store.put({ ...added, accepted: added.listed });
  mcp.forget("usr_owner");
  const tools = () => mcp.list(anAgent(), "usr_owner");
  const tool = async (name: string): Promise<Tool> => {
    const found = (await tools()).find((candidate) => candidate.name === name);
    if (!found) throw new Error(`no tool ${name} among ${(await tools()).map((t) => t.name)}`);
    return found;
  };
  return { store, mcp, added, tools, tool, pass: (ms: number) => (time += ms) };
}
