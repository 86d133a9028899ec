/** MCP servers of a run's owner as a place of it: their resources, and what their tools that only read find. */
import type { Agent } from "../../../domain/agent.ts";
import { overlap } from "../../../research/check/words.ts";
import type { Hit, ReadResult, SearchResult } from "../../../research/ports.ts";
import type { ResearchInit } from "../../../research/stored.ts";
import type { Mcp } from "../../../tools/mcp/create-mcp.ts";
import {
  askTool,
  type LookedUp,
  type LookupServer,
  readListed,
  resourcesOf,
  takesWords,
} from "../../../tools/mcp/lookup/lookup.ts";
import type { McpTool } from "../../../tools/mcp/wire/protocol.ts";
import { ruleFor } from "../../../tools/rules.ts";

const PREFIX = "mcp:";
const MOST_HITS = 8;
/** Tools that one search asks. */
const MOST_TOOLS = 4;

/** Servers that the run's agent may use without a question: nobody is there to be asked. */
export async function lookupServers(
  mcp: Mcp,
  { owner, order }: Pick<ResearchInit, "owner" | "order">,
  agent: Agent,
): Promise<LookupServer[]> {
  if (!order.own_sources) return [];
  const isAllowed = (name: string) => ruleFor(agent.tools, name) === "allow";
  const mayRead = ["list_resources", "read_resource"].every(isAllowed);
  const servers = (await mcp.lookups(agent, owner)).map((server) => ({
    ...server,
    has_resources: server.has_resources && mayRead,
    tools: server.tools.filter(({ name, tool }) => isAllowed(name) && takesWords(tool)),
  }));
  return servers.filter(({ has_resources, tools }) => has_resources || tools.length > 0);
}

/** Texts that tools tell come first, then resources, the closest by their names first. */
export async function searchServers(
  servers: readonly LookupServer[],
  query: string,
  signal: AbortSignal,
): Promise<SearchResult> {
  const tools = servers.flatMap((server) => server.tools.map(({ tool }) => ({ server, tool })));
  const asked = [
    ...tools.slice(0, MOST_TOOLS).map((each) => told(each, query, signal)),
    ...servers.filter(({ has_resources }) => has_resources).map((each) => listed(each, query, signal)),
  ];
  const answers = await Promise.all(asked);
  const reasons = answers.flatMap((answer) => (answer.ok ? [] : [answer.reason]));
  if (reasons.length > 0 && reasons.length === answers.length)
    return { ok: false, reason: reasons.join(" ") };
  const hits = answers.flatMap((answer) => (answer.ok ? answer.value : []));
  return { ok: true, hits: hits.slice(0, MOST_HITS) };
}

/** Undefined: it is no address of a server's resource. */
export async function readOfServer(
  servers: readonly LookupServer[],
  address: string,
  signal: AbortSignal,
): Promise<ReadResult | undefined> {
  const [, name, uri = ""] = new RegExp(`^${PREFIX}([^/]+)/(.+)$`, "s").exec(address) ?? [];
  if (name === undefined) return undefined;
  const server = servers.find((one) => one.name === name && one.has_resources);
  if (!server) return { ok: false, reason: "There is no such server." };
  const read = await readListed(server, uri, signal);
  return read.ok ? { ok: true, page: { ...read.value, address, trust: "untrusted" } } : read;
}

async function told(
  { server, tool }: { server: LookupServer; tool: McpTool },
  query: string,
  signal: AbortSignal,
): Promise<LookedUp<Hit[]>> {
  const answer = await askTool(server, { tool, query }, signal);
  if (answer && !answer.ok) return answer;
  if (!answer || answer.value.text.trim() === "") return { ok: true, value: [] };
  const { title, text } = answer.value;
  const address = `${PREFIX}${server.name}/${tool.name}?${encodeURIComponent(query)}`;
  const page = { address, title, text, trust: "untrusted" as const };
  return { ok: true, value: [{ title, address, snippet: text.slice(0, 300), page }] };
}

async function listed(server: LookupServer, query: string, signal: AbortSignal): Promise<LookedUp<Hit[]>> {
  const answer = await resourcesOf(server, signal);
  if (!answer.ok) return answer;
  const rated = answer.value.map((resource) => ({
    resource,
    score: overlap(query, `${resource.name} ${resource.description}`),
  }));
  const hits = rated
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_HITS)
    .map(({ resource: { uri, name, description } }) => ({
      title: name || uri,
      address: `${PREFIX}${server.name}/${uri}`,
      snippet: description.slice(0, 300),
    }));
  return { ok: true, value: hits };
}
