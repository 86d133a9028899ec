/** MCP servers: their tools for agents, and what the routes do with them. */
import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import type { Tool } from "../../agent/ports/tool.ts";
import type { Agent } from "../../domain/agent.ts";
import type { Files } from "../files/port.ts";
import type { ToolSource } from "../registry.ts";
import { toolStates } from "./acceptance.ts";
import { mcpTool } from "./mcp-tool.ts";
import { refersToSecret, SECRET, secretsIn } from "./secrets.ts";
import type { McpServer, McpStore } from "./store.ts";
import { McpClient } from "./wire/client.ts";
import { fingerprint } from "./wire/fingerprint.ts";
import type { McpTool } from "./wire/protocol.ts";
import { McpError } from "./wire/transport.ts";

export interface McpDeps {
  store: McpStore;
  fetch: GuardedFetch;
  files: Pick<Files, "put">;
  /** `{{secret:NAME}}` in a header; names start with MCP_. Undefined: it is not set, or this owner may not use it. */
  secret(name: string, owner: string): Promise<string | undefined>;
  /** A valid access token, refreshed when it must be; undefined without OAuth. Throws an McpError. */
  token(server: McpServer): Promise<string | undefined>;
  now(): number;
}

export interface Mcp extends ToolSource {
  /** Asks the server for its tools and stores what it says, or why it said nothing. */
  refresh(server: McpServer): Promise<McpServer>;
  /** After a change of a server: what is kept of it is dropped. */
  forget(owner: string): void;
}

/** ms that an owner's servers are kept in memory. */
const KEPT_FOR = 10_000;
/** ms after which a server is asked again what it offers, in the background. */
const STALE = 10 * 60_000;
const LIST_TIMEOUT = 20_000;
/** ms for it beside a call whose server has said that it offers something else. */
const CHANGED_TIMEOUT = 5_000;

interface Kept {
  servers: McpServer[];
  at: number;
}

export function createMcp(deps: McpDeps): Mcp {
  const kept = new Map<string, Kept>();
  const clients = new Map<string, McpClient>();
  const heard = new Map<string, readonly McpTool[]>();
  const refresh = async (server: McpServer, patience = LIST_TIMEOUT) => {
    const fresh = await refreshServer(deps, server, patience);
    if (fresh.problem === null) heard.set(keyOf(fresh), fresh.listed);
    return fresh;
  };
  const offered: Offering = {
    deps,
    clients,
    isCurrent: (server, tool) => isAmong(tool, heard.get(keyOf(server))),
    async changed(server) {
      const fresh = await refresh(server, CHANGED_TIMEOUT);
      // Who did not answer in time is asked again with the next turn.
      if (fresh.problem !== null) await deps.store.saveListing({ ...fresh, listed_at: null });
      kept.delete(server.owner);
    },
  };
  return {
    async list(agent, owner) {
      const servers = await serversOf(deps, kept, owner);
      refreshStale(deps, servers, refresh);
      return servers.filter((server) => mayUse(server, agent)).flatMap((server) => toolsOf(offered, server));
    },
    refresh: (server) => refresh(server),
    forget(owner) {
      kept.delete(owner);
      for (const map of [clients, heard])
        for (const key of map.keys()) if (key.startsWith(`${owner}\n`)) map.delete(key);
    },
  };
}

interface Offering {
  deps: McpDeps;
  clients: Map<string, McpClient>;
  isCurrent(server: McpServer, tool: McpTool): boolean;
  changed(server: McpServer): Promise<void>;
}

function keyOf({ owner, name }: McpServer): string {
  return `${owner}\n${name}`;
}

/** What was never listed in this life of the Worker is as it was accepted. */
function isAmong(tool: McpTool, listed: readonly McpTool[] | undefined): boolean {
  return listed?.some((each) => fingerprint(each) === fingerprint(tool)) ?? true;
}

async function serversOf(deps: McpDeps, kept: Map<string, Kept>, owner: string): Promise<McpServer[]> {
  const known = kept.get(owner);
  if (known && deps.now() - known.at < KEPT_FOR) return known.servers;
  const servers = await deps.store.list(owner);
  kept.set(owner, { servers, at: deps.now() });
  return servers;
}

/** Nobody waits for it: what was accepted serves meanwhile, and a change is seen in a later turn. */
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

function toolsOf({ deps, clients, isCurrent, changed }: Offering, server: McpServer): Tool[] {
  const key = keyOf(server);
  const client = async () => {
    const known = clients.get(key);
    // A token may have to be refreshed, and who may use a secret may change: then the client is made anew for each call.
    if (known && !server.oauth && !refersToSecret(server.headers)) return known;
    const made = await connect(deps, server);
    clients.set(key, made);
    return made;
  };
  return toolStates(server).usable.map((tool) =>
    mcpTool(
      {
        server: server.name,
        longest_ms: server.longest_call_seconds * 1_000,
        client,
        files: deps.files,
        now: deps.now,
        isCurrent: (offered) => isCurrent(server, offered),
        changed: () => changed(server).catch(() => undefined),
        refused: (error) => refusedBy(deps, server, error),
      },
      tool,
    ),
  );
}

async function connect(deps: McpDeps, server: McpServer): Promise<McpClient> {
  const token = await deps.token(server);
  const headers = {
    ...(await filledHeaders(deps, server)),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return new McpClient(deps.fetch, { url: server.url, headers });
}

async function filledHeaders(
  { secret }: McpDeps,
  { owner, headers }: Pick<McpServer, "owner" | "headers">,
): Promise<Record<string, string>> {
  const secrets = new Map<string, string>();
  for (const name of secretsIn(headers)) {
    const found = await secret(name, owner);
    if (found === undefined) {
      throw new McpError("unauthorized", `The secret ${name} is not set, or is not yours to use.`);
    }
    secrets.set(name, found);
  }
  const filled = (value: string) => value.replace(SECRET, (_, name: string) => secrets.get(name) ?? "");
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
}

/** Kept for the next sign-in: the server says where, and for which rights. */
async function refusedBy(deps: McpDeps, { owner, name }: McpServer, error: unknown): Promise<void> {
  const challenge = error instanceof McpError ? error.challenge : undefined;
  if (challenge === undefined) return;
  await deps.store.saveChallenge(owner, name, challenge.slice(0, MAX_CHALLENGE));
}

const MAX_CHALLENGE = 4_000;

async function refreshServer(deps: McpDeps, server: McpServer, patience: number): Promise<McpServer> {
  const asked = await ask(deps, server, patience);
  const fresh = { ...server, ...asked, listed_at: deps.now() };
  await deps.store.saveListing(fresh);
  return fresh;
}

async function ask(
  deps: McpDeps,
  server: McpServer,
  patience: number,
): Promise<Pick<McpServer, "listed" | "problem">> {
  try {
    const client = await connect(deps, server);
    return { listed: await client.listTools({ signal: AbortSignal.timeout(patience) }), problem: null };
  } catch (error) {
    await refusedBy(deps, server, error);
    return { listed: server.listed, problem: error instanceof Error ? error.message : String(error) };
  }
}
