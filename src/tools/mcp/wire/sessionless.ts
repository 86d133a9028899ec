/** Protocol 2026-07-28, which has no sessions: each message names its version and its client. */
import { z } from "zod";
import { headerValue } from "./header-arguments.ts";
import {
  CAPABILITIES,
  type Capabilities,
  CLIENT,
  ResultKind,
  SESSIONLESS_VERSION,
  Task,
} from "./protocol.ts";
import { McpError } from "./refusal.ts";
import { type Exchange, type Outgoing, request } from "./transport.ts";

const OF_PROTOCOL = "io.modelcontextprotocol/";
/** Client information in every message: a person can be asked, and tasks are waited for. */
const SENDER = {
  [`${OF_PROTOCOL}protocolVersion`]: SESSIONLESS_VERSION,
  [`${OF_PROTOCOL}clientInfo`]: CLIENT,
  [`${OF_PROTOCOL}clientCapabilities`]: { ...CAPABILITIES, extensions: { [`${OF_PROTOCOL}tasks`]: {} } },
};
const MOST_ROUNDS = 5;

const Meta = z.looseObject({ _meta: z.record(z.string(), z.unknown()).optional() });
const text = z.string().optional();
const Named = z.looseObject({ name: text, uri: text, taskId: text });

/** Makes a message self-contained. Headers repeat part of it for proxies that route by them. */
export function standingAlone({ params, headers, ...message }: Outgoing): Outgoing {
  const { _meta } = Meta.parse(params);
  return {
    ...message,
    params: { ...params, _meta: { ..._meta, ...SENDER } },
    headers: { ...headers, "mcp-method": message.method, ...nameHeader(message.method, params) },
  };
}

const NAMED: ReadonlySet<string> = new Set([
  ...["tools/call", "resources/read", "prompts/get"],
  ...["tasks/get", "tasks/update", "tasks/cancel"],
]);

function nameHeader(method: string, params: object): Record<string, string> {
  if (!NAMED.has(method)) return {};
  const { name, uri, taskId } = Named.parse(params);
  return { "mcp-name": headerValue(name ?? uri ?? taskId ?? "") };
}

/** Input that a server wants before it goes on. Its state is opaque, and given back as it is. */
export interface WantedInput {
  requests: Record<string, unknown>;
  request_state?: string | undefined;
  /** The call is made again from its beginning, and asks for the same again. */
  is_replayed?: true;
}

/** Answer of a server without sessions: a result, the input that it wants first, or a task that will have the result. */
export type Round = { result: unknown } | { input: WantedInput } | { task: Task };

/** Repeats the request as long as the server wants nothing but its state back. Throws an McpError. */
export async function exchangeRounds(
  exchange: Exchange,
  { params, ...message }: Omit<Outgoing, "id">,
  nextId: () => number,
): Promise<Round> {
  let own: object = params;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { result } = await request(exchange, standingAlone({ ...message, params: own, id: nextId() }));
    const got = roundOf(result);
    if (!("input" in got) || Object.keys(got.input.requests).length > 0) return got;
    own = { ...params, requestState: got.input.request_state };
  }
  throw new McpError("refused", `The server has not answered after ${MOST_ROUNDS} rounds.`);
}

function roundOf(result: unknown): Round {
  const kind = ResultKind.safeParse(result);
  if (!kind.success) throw new McpError("protocol", "The server's result is not one of this protocol.");
  const { resultType, inputRequests, requestState } = kind.data;
  if (resultType === "complete") return { result };
  const task = resultType === "task" ? Task.safeParse(result) : undefined;
  if (task?.success) return { task: task.data };
  const isEmpty = Object.keys(inputRequests).length === 0 && requestState === undefined;
  if (resultType !== "input_required" || isEmpty)
    throw new McpError("protocol", "The server returned an unknown kind of result.");
  return { input: { requests: inputRequests, request_state: requestState } };
}

/** The result of a request for which nobody is asked. Throws an McpError for any other round. */
export function onlyResult(round: Round): unknown {
  if ("result" in round) return round.result;
  throw new McpError(
    "refused",
    "The server asked for input from a person or a model, which isn't available here.",
  );
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
