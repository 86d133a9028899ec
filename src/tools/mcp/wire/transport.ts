/** Streamable HTTP: one message out by POST, its answer back as JSON or on an event stream. */
import type { z } from "zod";
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import { readBody } from "../../../guard/body.ts";
import { GuardError } from "../../../guard/redirects.ts";
import { parseJson } from "../../../platform/json.ts";
import { JsonRpcRequest, JsonRpcResponse, ListChanged, ProgressNotification } from "./protocol.ts";
import { McpError, refusalOf, wordsOf } from "./refusal.ts";
import { streamEvents } from "./sse.ts";

export interface Endpoint {
  url: string;
  /** Headers with the server's keys. */
  headers: Readonly<Record<string, string>>;
}

export interface Exchange {
  fetch: GuardedFetch;
  endpoint: Endpoint;
  session?: string | undefined;
  protocol?: string | undefined;
  signal: AbortSignal;
  progress?: ((data: unknown) => void) | undefined;
  /** Answer to a server's request for a person's input. */
  elicit?: ((request: object) => object) | undefined;
  /** Called when the server announces a change of its offers. */
  onChange?: (() => void) | undefined;
}

interface Answer {
  result: unknown;
  session: string | undefined;
}

export interface Outgoing {
  id: number;
  method: string;
  params: object;
  /** Headers of this message, added to those of the session. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends a request and waits for its answer. Throws an McpError. */
export async function request(exchange: Exchange, { id, headers, ...message }: Outgoing): Promise<Answer> {
  let response = await post(exchange, { jsonrpc: "2.0", id, ...message }, headers);
  const session = response.headers.get("mcp-session-id") ?? exchange.session;
  const place: Place = { id: undefined, retry: FIRST_PAUSE };
  for (let resumed = 0; ; resumed++) {
    const isOpen = isStream(response);
    for await (const message of isOpen ? streamed(response, place) : whole(response)) {
      const answer = JsonRpcResponse.safeParse(message);
      if (answer.success && String(answer.data.id) === String(id))
        return { result: resultOf(answer.data), session };
      await aside({ ...exchange, session }, message);
    }
    if (!isOpen || place.id === undefined || resumed >= MOST_RESUMED) break;
    response = await resume({ ...exchange, session }, place);
  }
  throw new McpError("protocol", "The server ended the connection without an answer.");
}

function isStream({ headers }: Response): boolean {
  return /^\s*text\/event-stream/i.test(headers.get("content-type") ?? "");
}

/** Position at which a stream that ended early is resumed. */
interface Place {
  id: string | undefined;
  /** Reconnection delay in ms. */
  retry: number;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const MOST_RESUMED = 5;

/**
 * Resumes a stream: the server has kept the events after the last one that was read, and the call itself is not
 * repeated.
 */
async function resume(exchange: Exchange, { id = "", retry }: Place): Promise<Response> {
  await pause(Math.min(retry, LONGEST_PAUSE), exchange.signal);
  const headers = { ...sessionHeaders(exchange), accept: "text/event-stream", "last-event-id": id };
  const response = await send(exchange, { method: "GET", headers, signal: exchange.signal });
  if (response.ok) return response;
  throw await refusalOf(response, exchange.session);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const over = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  return new Promise((resolve, reject) => {
    const done = () => (signal.aborted ? reject(signal.reason) : resolve());
    over.addEventListener("abort", done, { once: true });
  });
}

/**
 * Reads the server's standing stream until the signal aborts: some servers announce changes only there. Never rejects;
 * false when the server has no such stream. `request` is the message that requests the stream where no session has one.
 */
export async function listen(exchange: Exchange, request?: Outgoing): Promise<boolean> {
  try {
    const response = await (request ? opened(exchange, request) : standing(exchange));
    if (!response.ok || !isStream(response)) {
      await response.body?.cancel();
      // A session has one stream, so another call is reading it.
      return response.status === 409;
    }
    for await (const message of streamed(response, { id: undefined, retry: 0 }))
      await aside(exchange, message);
  } catch {
    // The stream was stopped or broke off: the next call opens it again.
  }
  return true;
}

function opened(exchange: Exchange, { id, headers, ...message }: Outgoing): Promise<Response> {
  return sent(exchange, { jsonrpc: "2.0", id, ...message }, headers);
}

function standing(exchange: Exchange): Promise<Response> {
  const headers = { ...sessionHeaders(exchange), accept: "text/event-stream" };
  return send(exchange, { method: "GET", headers, signal: exchange.signal });
}

export async function notify(exchange: Exchange, method: string): Promise<void> {
  const response = await post(exchange, { jsonrpc: "2.0", method });
  await response.body?.cancel();
}

async function post(
  exchange: Exchange,
  message: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Response> {
  const response = await sent(exchange, message, headers);
  if (response.ok) return response;
  throw await refusalOf(response, exchange.session);
}

function sent(
  exchange: Exchange,
  message: object,
  own: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers = {
    ...sessionHeaders(exchange),
    ...own,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  return send(exchange, { method: "POST", headers, body: JSON.stringify(message), signal: exchange.signal });
}

function sessionHeaders({ endpoint, session, protocol }: Exchange): Record<string, string> {
  return {
    ...endpoint.headers,
    ...(session !== undefined && { "mcp-session-id": session }),
    ...(protocol !== undefined && { "mcp-protocol-version": protocol }),
  };
}

async function send(exchange: Exchange, init: RequestInit): Promise<Response> {
  try {
    return await exchange.fetch.fetch(exchange.endpoint.url, init);
  } catch (error) {
    exchange.signal.throwIfAborted();
    throw new McpError("unreachable", error instanceof Error ? error.message : String(error));
  }
}

const MAX_CHARS = 8_000_000;

async function* whole(response: Response): AsyncGenerator<unknown> {
  const bytes = await readBody(response, MAX_CHARS).catch((error: unknown) => {
    if (error instanceof GuardError) throw new McpError("protocol", "The server's answer is too large.");
    throw error;
  });
  const value = parse(new TextDecoder().decode(bytes));
  if (Array.isArray(value)) yield* value;
  else yield value;
}

async function* streamed(response: Response, place: Place): AsyncGenerator<unknown> {
  if (!response.body) return;
  let size = 0;
  const events = streamEvents(response.body, (ms) => {
    place.retry = ms;
  });
  try {
    for (;;) {
      const next = await events.next().catch((error: unknown) => brokenOff(error, place));
      if (!next || next.done) return;
      const { data, id } = next.value;
      if (id !== undefined) place.id = id;
      size += data.length;
      if (size > MAX_CHARS) throw new McpError("protocol", "The server's answer is too large.");
      // An event that is no JSON, as a heartbeat, is no message.
      const message = parseJson(data);
      if (message !== undefined) yield message;
    }
  } finally {
    // Servers may keep the stream open after the answer.
    await events.return(undefined);
  }
}

/** A resumable stream counts as ended, whatever broke it. */
function brokenOff(error: unknown, { id }: Place): undefined {
  if (id === undefined) throw error;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new McpError("protocol", "The server did not answer with JSON.");
  }
}

function resultOf({ result, error }: z.output<typeof JsonRpcResponse>): unknown {
  if (error) throw new McpError("refused", wordsOf(error).slice(0, 1000), { code: error.code });
  return result;
}

/** Handles messages beside the answer: progress, change notifications, and requests. */
async function aside(exchange: Exchange, message: unknown): Promise<void> {
  const progress = ProgressNotification.safeParse(message);
  if (progress.success) exchange.progress?.(progress.data.params);
  if (ListChanged.safeParse(message).success) exchange.onChange?.();
  const request = JsonRpcRequest.safeParse(message);
  if (!request.success) return;
  const { id, ...asked } = request.data;
  const response = await post(exchange, { jsonrpc: "2.0", id, ...granted(exchange, asked) });
  await response.body?.cancel();
}

/** Granted are ping, and a person's input where somebody can be asked: elsewhere nobody was. */
function granted({ elicit }: Exchange, asked: { method: string; params?: unknown }): object {
  if (asked.method === "ping") return { result: {} };
  if (asked.method === "elicitation/create") return { result: elicit?.(asked) ?? { action: "cancel" } };
  return { error: { code: -32601, message: `${asked.method} is not supported by this client` } };
}
