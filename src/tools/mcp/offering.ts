/** Offers of servers: their tools, resources and prompts, as tools of an agent. */
import type { Tool } from "../../agent/ports/tool.ts";
import type { BoundedMap } from "../../platform/bounded-map.ts";
import { toolStates } from "./acceptance.ts";
import { type Connecting, connect, refusedBy } from "./connect.ts";
import type { LookupServer } from "./lookup/lookup.ts";
import { mcpTool } from "./mcp-tool.ts";
import { promptTools } from "./prompt-tools.ts";
import { resourceTools } from "./resource-tools.ts";
import { refersToSecret } from "./secrets.ts";
import { type McpServer, serverKey } from "./store.ts";
import { toolName, toolNames } from "./tool-names.ts";
import type { McpClient } from "./wire/client.ts";
import { type ChosenPrompt, getPrompt, offersOf } from "./wire/offers.ts";
import type { McpTool } from "./wire/protocol.ts";
import { McpError } from "./wire/refusal.ts";

const LIST_TIMEOUT = 20_000;
/** Timeout in ms of a prompt, which a person waits for. */
const PROMPT_TIMEOUT = 15_000;

export interface OfferContext {
  deps: Connecting;
  /** Clients by the key of their server. */
  clients: BoundedMap<McpClient>;
  isCurrent(server: McpServer, tool: McpTool): boolean;
  changed(server: McpServer): Promise<void>;
}

export function toolsOf(offering: OfferContext, server: McpServer): Tool[] {
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

export function lookupOf(offering: OfferContext, server: McpServer): LookupServer {
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

export function readersOf(offering: OfferContext, servers: readonly McpServer[]): Tool[] {
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

async function clientOf({ deps, clients }: OfferContext, server: McpServer): Promise<McpClient> {
  const known = clients.get(serverKey(server));
  // A client with OAuth or secrets is made anew for each call: its token may have to be refreshed, and who may use a
  // secret may change.
  if (known && !server.oauth && !refersToSecret(server.headers)) return known;
  const made = await connect(deps, server);
  clients.set(serverKey(server), made);
  return made;
}

/** A prompt of the server with its arguments filled in. Throws an McpError. */
export async function promptTextOf(
  offering: OfferContext,
  server: McpServer,
  prompt: ChosenPrompt,
): Promise<string> {
  const signal = AbortSignal.timeout(PROMPT_TIMEOUT);
  const answer = await getPrompt(await clientOf(offering, server), prompt, { signal });
  if ("result" in answer) return answer.result;
  throw new McpError("refused", "It wants to know something first. Ask an agent to read this prompt.");
}

export interface RefreshOptions {
  /** Client to list with; absent: a session of its own. */
  client?: McpClient | undefined;
  /** Timeout in ms. */
  patience?: number;
}

/** Lists the server and stores the listing, or the reason why it did not answer. */
export async function refreshServer(
  deps: Connecting,
  server: McpServer,
  how: RefreshOptions,
): Promise<McpServer> {
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
