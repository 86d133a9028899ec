/** MCP servers: their tools for agents, and what the routes do with them. */
import type { Agent } from "../../domain/agent.ts";
import { BoundedMap } from "../../platform/bounded-map.ts";
import type { ToolSource } from "../registry.ts";
import { isSameTool } from "./acceptance.ts";
import type { McpDeps } from "./connect.ts";
import type { LookupServer } from "./lookup/lookup.ts";
import type { OfferContext, RefreshOptions } from "./offering.ts";
import { type McpServer, serverKey } from "./store.ts";
import type { McpClient } from "./wire/client.ts";
import type { ServerKind } from "./wire/handshake.ts";
import type { ChosenPrompt } from "./wire/offers.ts";
import type { McpTool } from "./wire/protocol.ts";

export interface Mcp extends ToolSource {
  /** Lists the server's tools and stores them, or the reason why it did not answer. */
  refresh(server: McpServer): Promise<McpServer>;
  /** Returns a prompt of the server with its arguments filled in. Throws an McpError. */
  promptText(server: McpServer, prompt: ChosenPrompt): Promise<string>;
  /** Servers of an owner that an agent may look things up in, beside turns. */
  lookups(agent: Agent, owner: string): Promise<LookupServer[]>;
  /** Drops the cached servers of an owner. Call it after a change. */
  forget(owner: string): void;
}

/** ms that an owner's servers are cached. */
const KEPT_FOR = 10_000;
/** Limit on cached owners, and on cached servers with their clients and tools. */
const MOST_KEPT = 500;
/** ms after which a server's tools are listed again, in the background. */
const STALE = 10 * 60_000;
/** Timeout in ms of a listing during a call whose server has announced a change. */
const CHANGED_TIMEOUT = 5_000;

interface CachedServers {
  servers: McpServer[];
  at: number;
}

/** Loaded where a server is used: people who have added none never need it. */
const offers = () => import("./offering.ts");

export function createMcp(mcpDeps: McpDeps): Mcp {
  const kinds = new BoundedMap<ServerKind>({ most: MOST_KEPT });
  const deps = { ...mcpDeps, kindOf: (server: McpServer) => kindOf(kinds, server) };
  const cache = new BoundedMap<CachedServers>({ most: MOST_KEPT });
  const clients = new BoundedMap<McpClient>({ most: MOST_KEPT });
  const listed = new BoundedMap<readonly McpTool[]>({ most: MOST_KEPT });
  const refresh = async (server: McpServer, how: RefreshOptions = {}) => {
    const fresh = await (await offers()).refreshServer(deps, server, how);
    if (fresh.problem === null) listed.set(serverKey(fresh), fresh.listed);
    return fresh;
  };
  const offering: OfferContext = {
    deps,
    clients,
    isCurrent: (server, tool) => isAmong(tool, listed.get(serverKey(server))),
    async changed(server) {
      // Lists in the session that was notified: in another one the server may still offer the old tools.
      const client = clients.get(serverKey(server));
      const fresh = await refresh(server, { client, patience: CHANGED_TIMEOUT });
      // A server that did not answer in time is asked again with the next turn.
      if (fresh.problem !== null) await deps.store.saveListing({ ...fresh, listed_at: null });
      cache.delete(server.owner);
    },
  };
  return {
    async list(agent, owner) {
      const servers = await serversOf(deps, cache, owner);
      refreshStale(deps, servers, refresh);
      const usable = servers.filter((server) => mayUse(server, agent));
      if (usable.length === 0) return [];
      const { readersOf, toolsOf } = await offers();
      return [...usable.flatMap((server) => toolsOf(offering, server)), ...readersOf(offering, usable)];
    },
    async lookups(agent, owner) {
      const servers = await serversOf(deps, cache, owner);
      const usable = servers.filter((server) => mayUse(server, agent));
      if (usable.length === 0) return [];
      const { lookupOf } = await offers();
      return usable.map((server) => lookupOf(offering, server));
    },
    promptText: async (server, prompt) => (await offers()).promptTextOf(offering, server, prompt),
    refresh: (server) => refresh(server),
    forget(owner) {
      cache.delete(owner);
      for (const map of [clients, listed])
        for (const key of map.keys()) if (key.startsWith(`${owner}\n`)) map.delete(key);
    },
  };
}

/** The cache key includes the address: another address is another server. */
function kindOf(kinds: BoundedMap<ServerKind>, server: McpServer): ServerKind {
  const key = `${serverKey(server)}\n${server.url}`;
  const known = kinds.get(key);
  if (known !== undefined) return known;
  const kind = { isSessionless: false };
  kinds.set(key, kind);
  return kind;
}

/** True also when this isolate has not listed the server yet: its tools then count as accepted. */
function isAmong(tool: McpTool, listed: readonly McpTool[] | undefined): boolean {
  return listed?.some((each) => isSameTool(each, tool)) ?? true;
}

async function serversOf(
  deps: McpDeps,
  cache: BoundedMap<CachedServers>,
  owner: string,
): Promise<McpServer[]> {
  const known = cache.get(owner);
  if (known && deps.now() - known.at < KEPT_FOR) return known.servers;
  const servers = await deps.store.list(owner);
  cache.set(owner, { servers, at: deps.now() });
  return servers;
}

/** Refreshes in the background: turns use the accepted tools meanwhile, and a later turn sees a change. */
function refreshStale(deps: McpDeps, servers: McpServer[], refresh: Mcp["refresh"]): void {
  for (const server of servers) {
    if (!server.enabled || deps.now() - (server.listed_at ?? 0) < STALE) continue;
    server.listed_at = deps.now();
    refresh(server).catch(() => undefined);
  }
}

function mayUse({ enabled, agents }: McpServer, agent: Agent): boolean {
  return enabled && (agents.length === 0 || agents.includes(agent.slug));
}
