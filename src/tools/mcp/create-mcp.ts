/** MCP servers: their tools for agents, and what the routes do with them. */
import type { Tool } from "../../agent/ports/tool.ts";
import type { Agent } from "../../domain/agent.ts";
import { BoundedMap } from "../../platform/bounded-map.ts";
import type { ToolSource } from "../registry.ts";
import { isSameTool, toolStates } from "./acceptance.ts";
import { type Connecting, connect, type McpDeps, refusedBy } from "./connect.ts";
import type { LookupServer } from "./lookup/lookup.ts";
import { mcpTool, toolName, toolNames } from "./mcp-tool.ts";
import { promptTools } from "./prompt-tools.ts";
import { resourceTools } from "./resource-tools.ts";
import { refersToSecret } from "./secrets.ts";
import type { McpServer } from "./store.ts";
import type { McpClient } from "./wire/client.ts";
import type { ServerKind } from "./wire/handshake.ts";
import { type ChosenPrompt, getPrompt, offersOf } from "./wire/offers.ts";
import type { McpTool } from "./wire/protocol.ts";
import { McpError } from "./wire/refusal.ts";

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
const LIST_TIMEOUT = 20_000;
/** Timeout in ms of a listing during a call whose server has announced a change. */
const CHANGED_TIMEOUT = 5_000;
/** Timeout in ms of a prompt, which a person waits for. */
const PROMPT_TIMEOUT = 15_000;

interface CachedServers {
  servers: McpServer[];
  at: number;
}

export function createMcp(mcpDeps: McpDeps): Mcp {
  const kinds = new BoundedMap<ServerKind>({ most: MOST_KEPT });
  const deps = { ...mcpDeps, kindOf: (server: McpServer) => kindOf(kinds, server) };
  const cache = new BoundedMap<CachedServers>({ most: MOST_KEPT });
  const clients = new BoundedMap<McpClient>({ most: MOST_KEPT });
  const listed = new BoundedMap<readonly McpTool[]>({ most: MOST_KEPT });
  const refresh = async (server: McpServer, how: RefreshOptions = {}) => {
    const fresh = await refreshServer(deps, server, how);
    if (fresh.problem === null) listed.set(keyOf(fresh), fresh.listed);
    return fresh;
  };
  const offering: OfferContext = {
    deps,
    clients,
    isCurrent: (server, tool) => isAmong(tool, listed.get(keyOf(server))),
    async changed(server) {
      // Lists in the session that was notified: in another one the server may still offer the old tools.
      const client = clients.get(keyOf(server));
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
      return [...usable.flatMap((server) => toolsOf(offering, server)), ...readersOf(offering, usable)];
    },
    async lookups(agent, owner) {
      const servers = await serversOf(deps, cache, owner);
      return servers.filter((server) => mayUse(server, agent)).map((server) => lookupOf(offering, server));
    },
    async promptText(server, prompt) {
      const signal = AbortSignal.timeout(PROMPT_TIMEOUT);
      const answer = await getPrompt(await clientOf(offering, server), prompt, { signal });
      if ("result" in answer) return answer.result;
      throw new McpError("refused", "It wants to know something first. Ask an agent to read this prompt.");
    },
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
  const key = `${keyOf(server)}\n${server.url}`;
  const known = kinds.get(key);
  if (known !== undefined) return known;
  const kind = { isSessionless: false };
  kinds.set(key, kind);
  return kind;
}

interface OfferContext {
  deps: Connecting;
  clients: BoundedMap<McpClient>;
  isCurrent(server: McpServer, tool: McpTool): boolean;
  changed(server: McpServer): Promise<void>;
}

function keyOf({ owner, name }: McpServer): string {
  return `${owner}\n${name}`;
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

async function clientOf({ deps, clients }: OfferContext, server: McpServer): Promise<McpClient> {
  const known = clients.get(keyOf(server));
  // A client with OAuth or secrets is made anew for each call: its token may have to be refreshed, and who may use a
  // secret may change.
  if (known && !server.oauth && !refersToSecret(server.headers)) return known;
  const made = await connect(deps, server);
  clients.set(keyOf(server), made);
  return made;
}

function lookupOf(offering: OfferContext, server: McpServer): LookupServer {
  return {
    ...reachedServer(offering, server),
    has_resources: server.offers.resources,
    tools: namedTools(server).filter(({ tool }) => tool.read_only),
    isCurrent: (tool) => offering.isCurrent(server, tool),
  };
}

function reachedServer(offering: OfferContext, server: McpServer) {
  return {
    name: server.name,
    prompts: server.offers.prompts,
    client: () => clientOf(offering, server),
    onRefused: (error: unknown) => refusedBy(offering.deps, server, error),
  };
}

function readersOf(offering: OfferContext, servers: readonly McpServer[]): Tool[] {
  const { files, now } = offering.deps;
  const reached = (server: McpServer) => reachedServer(offering, server);
  const readable = servers.filter(({ offers }) => offers.resources).map(reached);
  const prompting = servers.filter(({ offers }) => offers.prompts.length > 0).map(reached);
  return [...resourceTools({ files, now, servers: readable }), ...promptTools({ now, servers: prompting })];
}

/** Tools that may be used, with the names that models call them by. */
function namedTools(server: McpServer): { name: string; tool: McpTool }[] {
  const names = toolNames(
    server.name,
    server.listed.map(({ name }) => name),
  );
  return toolStates(server).usable.map((tool) => ({
    name: names.get(tool.name) ?? toolName(server.name, tool.name),
    tool,
  }));
}

function toolsOf(offering: OfferContext, server: McpServer): Tool[] {
  const { deps, isCurrent, changed } = offering;
  return namedTools(server).map(({ name, tool }) =>
    mcpTool(
      {
        server: server.name,
        name,
        longest_ms: server.longest_call_seconds * 1_000,
        argument_kinds: server.argument_kinds?.[tool.name],
        client: () => clientOf(offering, server),
        files: deps.files,
        now: deps.now,
        isCurrent: (tool) => isCurrent(server, tool),
        onChange: () => changed(server).catch(() => undefined),
        onRefused: (error) => refusedBy(deps, server, error),
      },
      tool,
    ),
  );
}

interface RefreshOptions {
  /** Client to list with; absent: a session of its own. */
  client?: McpClient | undefined;
  /** Timeout in ms. */
  patience?: number;
}

async function refreshServer(deps: Connecting, server: McpServer, how: RefreshOptions): Promise<McpServer> {
  const listing = await ask(deps, server, how);
  const fresh = { ...server, ...listing, listed_at: deps.now() };
  await deps.store.saveListing(fresh);
  return fresh;
}

async function ask(
  deps: Connecting,
  server: McpServer,
  { client: known, patience = LIST_TIMEOUT }: RefreshOptions,
): Promise<Pick<McpServer, "listed" | "offers" | "problem">> {
  try {
    const client = known ?? (await connect(deps, server));
    const options = { signal: AbortSignal.timeout(patience) };
    const listed = await client.listTools(options);
    // A failure here is no problem: servers are added for their tools, and their other offers can be listed later.
    const offers = await offersOf(client, options).catch(() => server.offers);
    return { listed, offers: { ...offers, left_out: client.leftOut }, problem: null };
  } catch (error) {
    await refusedBy(deps, server, error);
    const { listed, offers } = server;
    return { listed, offers, problem: error instanceof Error ? error.message : String(error) };
  }
}
