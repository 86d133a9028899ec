/** Protocol 2026-07-28, which has no sessions: each message names its version and its client. */
import { z } from "zod";
import { headerValue } from "./header-arguments.ts";
import { type Capabilities, CLIENT, ResultKind, SESSIONLESS_VERSION } from "./protocol.ts";
import { McpError } from "./refusal.ts";
import { type Exchange, type Outgoing, request } from "./transport.ts";

const OF_PROTOCOL = "io.modelcontextprotocol/";
/** Client information in every message. This client serves no requests of servers. */
const SENDER = {
  [`${OF_PROTOCOL}protocolVersion`]: SESSIONLESS_VERSION,
  [`${OF_PROTOCOL}clientInfo`]: CLIENT,
  [`${OF_PROTOCOL}clientCapabilities`]: {},
};
const MOST_ROUNDS = 5;

const Meta = z.looseObject({ _meta: z.record(z.string(), z.unknown()).optional() });
const Named = z.looseObject({ name: z.string().optional(), uri: z.string().optional() });

/** Makes a message self-contained. Headers repeat part of it for proxies that route by them. */
export function standingAlone({ params, headers, ...message }: Outgoing): Outgoing {
  const { _meta } = Meta.parse(params);
  return {
    ...message,
    params: { ...params, _meta: { ..._meta, ...SENDER } },
    headers: { ...headers, "mcp-method": message.method, ...nameHeader(message.method, params) },
  };
}

const NAMED = new Set(["tools/call", "resources/read", "prompts/get"]);

function nameHeader(method: string, params: object): Record<string, string> {
  if (!NAMED.has(method)) return {};
  const { name, uri } = Named.parse(params);
  return { "mcp-name": headerValue(name ?? uri ?? "") };
}

/**
 * Repeats the request, with the state that the server hands over, until it has a result. Throws an McpError, also when
 * the server requires an answer of a person or a model: the client has declared that it provides none.
 */
export async function exchangeUntilResult(
  exchange: Exchange,
  { params, ...message }: Omit<Outgoing, "id">,
  nextId: () => number,
): Promise<unknown> {
  let state: string | undefined;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const own = state === undefined ? params : { ...params, requestState: state };
    const { result } = await request(exchange, standingAlone({ ...message, params: own, id: nextId() }));
    const kind = ResultKind.safeParse(result);
    if (!kind.success) throw new McpError("protocol", "The server's result is not one of this protocol.");
    if (kind.data.resultType === "complete") return result;
    state = stateOf(kind.data);
  }
  throw new McpError("refused", `The server has not answered after ${MOST_ROUNDS} rounds.`);
}

function stateOf({ resultType, inputRequests, requestState }: z.output<typeof ResultKind>): string {
  if (resultType !== "input_required")
    throw new McpError("protocol", "The server returned an unknown kind of result.");
  if (Object.keys(inputRequests).length > 0 || requestState === undefined)
    throw new McpError(
      "refused",
      "The server asked for input from a person or a model, which isn't available here.",
    );
  return requestState;
}

const TellsOfChanges = z.looseObject({ listChanged: z.literal(true) });
const tells = (capability: unknown) => TellsOfChanges.safeParse(capability).success;

export function tellsOfChanges({ tools, resources, prompts }: Capabilities): boolean {
  return [tools, resources, prompts].some(tells);
}

/** Subscribes to the change notifications that the server supports. */
export function changesAsked(id: number, { tools, resources, prompts }: Capabilities): Outgoing {
  const notifications = {
    ...(tells(tools) && { toolsListChanged: true }),
    ...(tells(resources) && { resourcesListChanged: true }),
    ...(tells(prompts) && { promptsListChanged: true }),
  };
  return standingAlone({ id, method: "subscriptions/listen", params: { notifications } });
}
