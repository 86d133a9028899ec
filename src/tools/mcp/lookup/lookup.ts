/**
 * Looking things up in a person's servers, beside turns: their resources, and tools that only read and take words to search
 * for. Nothing of it is trusted, and no server is told an address.
 */
import { oneLine } from "../../../domain/text/hidden-text.ts";
import { explain } from "../mcp-tool.ts";
import type { ReachedServer } from "../resource-tools.ts";
import { sentAddresses } from "../sent-addresses.ts";
import type { CallOptions } from "../wire/client.ts";
import { listResources, type McpResource, readResource } from "../wire/offers.ts";
import type { CallContent, McpTool } from "../wire/protocol.ts";
import { McpError } from "../wire/refusal.ts";
import { queryArgument } from "./query-argument.ts";

export interface LookupServer extends Pick<ReachedServer, "name" | "client" | "onRefused"> {
  has_resources: boolean;
  /** Accepted tools that say of themselves that they only read. `name`: as rules name it. */
  tools: readonly { name: string; tool: McpTool }[];
  /** False once the server has listed the tool differently from the accepted one. */
  isCurrent(tool: McpTool): boolean;
}

/** `reason` is public. */
export type LookedUp<T> = { ok: true; value: T } | { ok: false; reason: string };

export interface LookupText {
  title: string;
  text: string;
}

/** ms that a server has for an answer. */
const PATIENCE = 20_000;
/** Characters of one text. */
const LONGEST = 60_000;
const LONGEST_TITLE = 200;

/** Tells whether a tool can be searched with. */
export function takesWords({ read_only, input }: McpTool): boolean {
  return read_only && queryArgument(input) !== undefined;
}

/** Rejects only when `signal` aborts. */
export function resourcesOf(server: LookupServer, signal: AbortSignal): Promise<LookedUp<McpResource[]>> {
  return answered(server, signal, async (options) => {
    const { resources } = await listResources(await server.client(), options);
    return resources;
  });
}

/** Reads an address that the server lists; no other, which could carry anything. Rejects only when `signal` aborts. */
export function readListed(
  server: LookupServer,
  uri: string,
  signal: AbortSignal,
): Promise<LookedUp<LookupText>> {
  return answered(server, signal, async (options) => {
    const client = await server.client();
    const { resources } = await listResources(client, options);
    const listed = resources.find((resource) => resource.uri === uri);
    if (!listed) throw new McpError("refused", "It lists no such resource.");
    const answer = await readResource(client, uri, { ...options, elicit: decline });
    if (!("result" in answer)) throw asksFirst();
    const text = answer.result.flatMap((content) => content.text ?? []).join("\n\n");
    return { title: oneLine(listed.name || uri, LONGEST_TITLE), text: text.slice(0, LONGEST) };
  });
}

/** Undefined where the tool takes no words, or they would name it an address. Rejects only when `signal` aborts. */
export async function askTool(
  server: LookupServer,
  { tool, query }: { tool: McpTool; query: string },
  signal: AbortSignal,
): Promise<LookedUp<LookupText> | undefined> {
  const argument = queryArgument(tool.input);
  if (argument === undefined || !server.isCurrent(tool)) return undefined;
  const input = { [argument]: query };
  if (sentAddresses(tool, input).length > 0) return undefined;
  return answered(server, signal, async (options) => {
    const client = await server.client();
    const answer = await client.callTool(tool, input, { ...options, elicit: decline });
    if (!("result" in answer)) throw asksFirst();
    const { content, structuredContent, isError } = answer.result;
    const said = content.flatMap(wordsOf).join("\n\n");
    if (isError) throw new McpError("refused", said || "The tool failed without saying why.");
    const text = said || (structuredContent ? JSON.stringify(structuredContent) : "");
    return { title: `${tool.name} (${server.name})`, text: text.slice(0, LONGEST) };
  });
}

function wordsOf(content: CallContent): string[] {
  if (content.type === "text") return [content.text];
  return content.type === "resource" && content.resource.text !== undefined ? [content.resource.text] : [];
}

/** A server's question is declined: a run has nobody who could answer it. */
function decline(): object {
  return { action: "decline" };
}

function asksFirst(): McpError {
  return new McpError("refused", "It wants to know something first, or answers later.");
}

async function answered<T>(
  server: LookupServer,
  signal: AbortSignal,
  work: (options: CallOptions) => Promise<T>,
): Promise<LookedUp<T>> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  try {
    return { ok: true, value: await work({ signal: within }) };
  } catch (error) {
    signal.throwIfAborted();
    if (within.aborted) return { ok: false, reason: `${server.name} did not answer in time.` };
    await server.onRefused(error);
    return { ok: false, reason: explain(server.name, error) };
  }
}
