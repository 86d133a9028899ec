/**
 * First contact with a server: the handshake of 2025, or `server/discover` where the server no longer knows sessions.
 */
import {
  CAPABILITIES,
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
  /** The server has no sessions: each message is self-contained (protocol 2026-07-28). */
  isSessionless: boolean;
}

/** The kind that a server had last time; its greeting is tried first. */
export interface ServerKind {
  isSessionless: boolean;
}

/** Greets the server and stores its kind in `kind`. Throws an McpError. */
export async function shakeHands(
  exchange: Exchange,
  kind: ServerKind,
  nextId: () => number,
): Promise<Session> {
  const [first, second] = kind.isSessionless ? [discovery, handshake] : [handshake, discovery];
  const session = await first(exchange, nextId).catch(async (error: unknown) => {
    if (!isOfProtocol(error)) throw error;
    return second(exchange, nextId).catch(() => Promise.reject(error));
  });
  kind.isSessionless = session.isSessionless;
  return session;
}

/** True when the server speaks the protocol but refuses the message: it may want the other greeting. */
function isOfProtocol(error: unknown): boolean {
  return error instanceof McpError && error.code !== undefined;
}

/** Greets a server with sessions. */
async function handshake(exchange: Exchange, nextId: () => number): Promise<Session> {
  const hello = { protocolVersion: PROTOCOL_VERSION, capabilities: CAPABILITIES, clientInfo: CLIENT };
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

/** Greets a server without sessions. */
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
