/** How a server is met: by the handshake of 2025, or, where it knows none any more, by asking what it is. */
import {
  type Capabilities,
  CLIENT,
  DiscoverResult,
  InitializeResult,
  PROTOCOL_VERSION,
  SESSIONLESS_VERSION,
} from "./protocol.ts";
import { McpError } from "./refusal.ts";
import { standingAlone } from "./sessionless.ts";
import { type Exchange, notify, request } from "./transport.ts";

export interface Session {
  id: string | undefined;
  protocol: string;
  capabilities: Capabilities;
  /** Each message stands by itself, as the protocol has it since 2026-07-28. */
  isSessionless: boolean;
}

/** What a server was the last time: it is met as that first. */
export interface ServerKind {
  isSessionless: boolean;
}

/** Throws an McpError. Notes in `kind` what the server is. */
export async function greet(exchange: Exchange, kind: ServerKind, nextId: () => number): Promise<Session> {
  const [first, second] = kind.isSessionless ? [discovery, handshake] : [handshake, discovery];
  const session = await first(exchange, nextId).catch(async (error: unknown) => {
    if (!isOfProtocol(error)) throw error;
    return second(exchange, nextId).catch(() => Promise.reject(error));
  });
  kind.isSessionless = session.isSessionless;
  return session;
}

/** The server speaks the protocol, and has something against the message: it may want the other greeting. */
function isOfProtocol(error: unknown): boolean {
  return error instanceof McpError && error.code !== undefined;
}

/** Of a server with sessions. */
async function handshake(exchange: Exchange, nextId: () => number): Promise<Session> {
  const hello = { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo: CLIENT };
  const { result, session: id } = await request(exchange, {
    id: nextId(),
    method: "initialize",
    params: hello,
  });
  const welcome = InitializeResult.safeParse(result);
  if (!welcome.success)
    throw new McpError("protocol", "The server did not introduce itself as an MCP server.");
  const { protocolVersion: protocol, capabilities } = welcome.data;
  await notify({ ...exchange, session: id, protocol }, "notifications/initialized");
  return { id, protocol, capabilities, isSessionless: false };
}

/** Of one without. */
async function discovery(exchange: Exchange, nextId: () => number): Promise<Session> {
  const asked = standingAlone({ id: nextId(), method: "server/discover", params: {} });
  const { result } = await request({ ...exchange, protocol: SESSIONLESS_VERSION }, asked);
  const found = DiscoverResult.safeParse(result);
  if (!found.success) throw new McpError("protocol", "The server did not say what it is.");
  const { supportedVersions, capabilities } = found.data;
  if (!supportedVersions.includes(SESSIONLESS_VERSION))
    throw new McpError("protocol", `The server speaks ${supportedVersions.join(", ")} alone.`);
  return { id: undefined, protocol: SESSIONLESS_VERSION, capabilities, isSessionless: true };
}
