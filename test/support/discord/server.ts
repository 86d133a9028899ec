/**
 * Discord's REST API over real HTTP: messages with their limits and nonces, interactions by token, reactions, files,
 * commands. It fails as it is told.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { problemOfMessage } from "./limits.ts";

export const BOT_TOKEN = "bot-token";

export type Fault =
  | { fault: "limit"; retry_after: number; global?: true }
  | { fault: "status"; status: number; code?: number }
  /** The connection breaks before it is taken, or after. */
  | { fault: "cut" | "drop" };

export interface Posted {
  id: string;
  channel_id: string;
  content: string;
  flags: number;
  nonce?: string;
  components?: unknown;
  message_reference?: { message_id: string };
  file?: { name: string; type: string; size: number };
  /** By which interaction. */
  token?: string;
}

export interface Request {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

export class DiscordServer {
  readonly messages: Posted[] = [];
  readonly requests: Request[] = [];
  readonly faults: Fault[] = [];
  /** Headers of the next answer. */
  headers: Record<string, string> = {};
  /** Channels that the bot does not see. */
  readonly hidden = new Set<string>();
  readonly app = {
    id: "123456789012345678",
    name: "Nightjar",
    verify_key: "",
    interactions_endpoint_url: "",
  };
  /** Channels in which the bot may not read what was written before it. */
  readonly unread = new Set<string>();
  /** Threads by their ids: their messages, newest first. */
  readonly threads = new Map<string, object[]>();
  /** Where its Gateway is. */
  gateway = "";
  url = "";
  private readonly originals = new Map<string, Posted>();
  private readonly server: Server;
  private next = 1_000;

  private constructor() {
    this.server = createServer((request, response) => {
      void this.serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<DiscordServer> {
    const discord = new DiscordServer();
    // A platform does not hang up on a connection that is used again: on a busy machine five seconds are over soon.
    discord.server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => discord.server.listen(0, "127.0.0.1", resolve));
    discord.url = `http://127.0.0.1:${(discord.server.address() as AddressInfo).port}`;
    return discord;
  }

  /** A command was deferred: it shows that somebody thinks. */
  defer(token: string, flags = 0): void {
    const waiting = { id: String(this.next++), channel_id: "", content: "", flags: 128 | flags, token };
    this.originals.set(token, waiting);
  }

  /** Its fifteen minutes are over. */
  expire(token: string): void {
    this.originals.delete(token);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = incoming.method ?? "";
    const path = new URL(incoming.url ?? "/", "http://discord").pathname;
    const { body, file } = await read(incoming);
    this.requests.push({ method, path, body });
    const fault = this.faults.shift();
    if (fault?.fault === "cut") return void response.destroy();
    if (fault?.fault === "limit" || fault?.fault === "status") return failed(response, fault);
    const isWebhook = path.startsWith("/webhooks/");
    if (!isWebhook && incoming.headers.authorization !== `Bot ${BOT_TOKEN}`)
      return send(response, 401, { code: 0, message: "401: Unauthorized" });
    const answer = this.answer({ method, path, body }, file);
    if (fault?.fault === "drop") return void response.destroy();
    send(response, answer.status, answer.body, this.headers);
    this.headers = {};
  }

  private answer({ method, path, body }: Request, file: Posted["file"]): Answer {
    const [, kind = "", id = "", third = "", fourth = ""] = path.split("/");
    if (kind === "webhooks") return this.webhook({ method, path, body }, { token: third, file });
    if (kind === "channels" && this.hidden.has(id)) return no(403, 50_001, "Missing Access");
    const thread = kind === "channels" && method === "GET" ? this.threads.get(id) : undefined;
    if (thread) return ok(third === "messages" ? thread : { id, type: 11 });
    if (kind === "channels" && third === "messages" && method === "POST") return this.create(id, body, file);
    if (kind === "channels" && third === "messages" && method === "PATCH") return this.change(fourth, body);
    if (kind === "channels" && third === "messages" && method === "DELETE") return this.remove(fourth);
    if (path === "/gateway/bot") return ok({ url: this.gateway, shards: 1 });
    if (path === "/users/@me/channels") return ok({ id: `dm-${String(body.recipient_id)}` });
    if (path === "/applications/@me") return this.application(method, body);
    if (third === "commands" || method === "PUT" || third === "typing") return ok({});
    return no(404, 0, "404: Not Found");
  }

  private application(method: string, body: Record<string, unknown>): Answer {
    const url = String(body.interactions_endpoint_url ?? "");
    if (method === "PATCH" && !url.startsWith("https://")) return no(400, 50_035, "Invalid Form Body");
    if (method === "PATCH") this.app.interactions_endpoint_url = url;
    return ok(this.app);
  }

  private create(channel_id: string, body: Record<string, unknown>, file: Posted["file"]): Answer {
    const problem = problemOfMessage(body, file !== undefined);
    if (problem) return no(400, 50_035, problem);
    if (body.message_reference && this.unread.has(channel_id))
      return no(403, 160_002, "Cannot reply without permission to read message history");
    const known = body.enforce_nonce && this.messages.find(({ nonce }) => nonce === body.nonce);
    return ok(known || this.record({ ...(body as Partial<Posted>), channel_id, ...(file && { file }) }));
  }

  private record(message: Partial<Posted> & { channel_id: string }): Posted {
    const posted = { content: "", flags: 0, ...message, id: String(this.next++) };
    this.messages.push(posted);
    return posted;
  }

  private change(id: string, body: Record<string, unknown>): Answer {
    const found = this.messages.find((message) => message.id === id);
    if (!found) return no(404, 10_008, "Unknown Message");
    const problem = problemOfMessage(body, false);
    if (problem) return no(400, 50_035, problem);
    return ok(Object.assign(found, body));
  }

  private remove(id: string): Answer {
    const at = this.messages.findIndex((message) => message.id === id);
    if (at === -1) return no(404, 10_008, "Unknown Message");
    this.messages.splice(at, 1);
    return { status: 204, body: undefined };
  }

  private webhook({ method, path, body }: Request, of: { token: string; file: Posted["file"] }): Answer {
    const original = this.originals.get(of.token);
    if (!original) return no(401, 50_027, "Invalid Webhook Token");
    if (method === "GET") return ok(original);
    const problem = problemOfMessage(body, of.file !== undefined);
    if (problem) return no(400, 50_035, problem);
    const { token } = of;
    if (method === "POST") return ok(this.record({ ...(body as Partial<Posted>), channel_id: "", token }));
    if (!path.endsWith("/@original")) return this.change(path.split("/").at(-1) ?? "", body);
    if ((original.flags & 128) !== 0) this.messages.push(original);
    return ok(Object.assign(original, body, { flags: original.flags & ~128 }));
  }
}

interface Answer {
  status: number;
  body: unknown;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const no = (status: number, code: number, message: string): Answer => ({ status, body: { code, message } });

function failed(response: ServerResponse, fault: Extract<Fault, { fault: "limit" | "status" }>): void {
  if (fault.fault === "status") {
    send(response, fault.status, { code: fault.code ?? 0, message: "no" });
    return;
  }
  const headers = {
    "retry-after": String(fault.retry_after),
    ...(fault.global && { "x-ratelimit-global": "true" }),
  };
  send(response, 429, { retry_after: fault.retry_after, global: fault.global === true }, headers);
}

function send(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(body && JSON.stringify(body));
}

async function read(
  incoming: IncomingMessage,
): Promise<{ body: Record<string, unknown>; file?: Posted["file"] }> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const type = incoming.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data"))
    return { body: bytes.length > 0 ? objectOf(bytes.toString()) : {} };
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
  const file = form.get("files[0]");
  const body = objectOf(String(form.get("payload_json")));
  if (!(file instanceof File)) return { body };
  return { body, file: { name: file.name, type: file.type, size: file.size } };
}

function objectOf(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? { list: value } : (value as Record<string, unknown>);
}
