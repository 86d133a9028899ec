/**
 * A Bot API of the tests' own, over real HTTP: it keeps what is sent, checks it as Telegram does, fails as it is told, and
 * calls the webhook that was set.
 *
 *   *    /bot{token}/{method}          the Bot API
 *   GET  /file/bot{token}/{path}       a file that somebody sent
 *   GET  /control?count=n              a `WireView`, once there are so many messages; `calls=n`: once so many calls
 *   POST /control/faults               [WireFault, ...]
 *   POST /control/files                {file_id, content, size?}
 *   POST /control/webhook              a WireWebhook, as it stands
 *   POST /control/update               an update, sent to the webhook: {status, answer}; what the answer calls is done
 *   POST /control/written              an update that waits to be fetched
 *   POST /control/release              answers those that are held
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { perform, refused, type WireReply, type WireRequest } from "./methods.ts";
import { newState, takeFault, type WireFault, type WireState, type WireWebhook } from "./state.ts";

export const WIRE_BOT = { id: 7_001, token: "7001:wire-token_ABC", username: "wire_bot" };

export interface TelegramServer {
  url: string;
  close(): Promise<void>;
}

/** Any free port when none is given. */
export async function startTelegram(port = 0): Promise<TelegramServer> {
  const state = newState(WIRE_BOT);
  const server = createServer((request, response) => {
    void serve(state, request, response).catch(() => response.destroy());
  });
  // A platform does not hang up on a connection that is used again: on a busy machine five seconds are over soon.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${actual}`, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(state: WireState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://telegram");
  const body = await bytesOf(request);
  const [, first = "", second = ""] = url.pathname.split("/");
  if (first === "control") return control(state, { url, what: second, body }, response);
  if (first === "file") return giveFile(state, url.pathname, response);
  if (first !== `bot${state.bot.token}`) return answer(response, refused(401, "Unauthorized"));
  return call(state, { method: second, ...(await fieldsOf(request, body)) }, response);
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function fieldsOf({ headers }: IncomingMessage, body: Buffer): Promise<WireRequest> {
  const type = headers["content-type"] ?? "";
  const files: WireRequest["files"] = new Map();
  if (!type.startsWith("multipart/"))
    return {
      fields: body.length === 0 ? {} : (JSON.parse(body.toString("utf8")) as WireRequest["fields"]),
      files,
    };
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const fields: WireRequest["fields"] = {};
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = fieldOf(value);
    else files.set(name, { name: value.name, media_type: value.type, content: await value.text() });
  }
  return { fields, files };
}

/** Numbers and objects are written as JSON in a form. */
function fieldOf(value: string): unknown {
  return /^(?:-?\d+|\{.*\})$/s.test(value) ? JSON.parse(value) : value;
}

async function call(
  state: WireState,
  { method, ...request }: WireRequest & { method: string },
  response: ServerResponse,
): Promise<void> {
  const fault = takeFault(state, method);
  state.calls.push({ method, fields: request.fields });
  if (method === "getUpdates") await whileNothingIsUnread(state, request, response);
  const reply = faulty(fault) ?? perform(state, method, request);
  for (const wake of state.waiting.splice(0)) wake();
  if (fault?.fault === "cut" || fault?.fault === "drop") return void response.destroy();
  if (fault?.fault === "hold") await new Promise<void>((resolve) => state.held.push(resolve));
  answer(response, reply);
}

/** A request that asks for updates stays open until there is one, or a webhook, or nobody waits any more. */
async function whileNothingIsUnread(
  state: WireState,
  { fields }: WireRequest,
  response: ServerResponse,
): Promise<void> {
  const offset = Number(fields["offset"] ?? 0);
  const isThere = () => state.webhook.url !== "" || state.unread.some(({ update_id }) => update_id >= offset);
  while (!isThere() && !response.destroyed) await new Promise<void>((resolve) => state.waiting.push(resolve));
}

/** Undefined where the call is done all the same. */
function faulty(fault: WireFault | undefined): WireReply | undefined {
  switch (fault?.fault) {
    case "limit": {
      const { retry_after } = fault;
      return refused(429, `Too Many Requests: retry after ${retry_after}`, { retry_after });
    }
    case "error":
      return refused(500, "Internal Server Error");
    case "gateway":
      return { code: 502, body: "<html>502 Bad Gateway</html>" };
    case "refuse":
      return refused(
        fault.code,
        fault.description,
        fault.moved_to === undefined ? undefined : { migrate_to_chat_id: fault.moved_to },
      );
    case "cut":
      return { code: 0, body: "" };
    default:
      return undefined;
  }
}

function answer(response: ServerResponse, { code, body }: WireReply): void {
  const isJson = typeof body !== "string";
  response
    .writeHead(code, { "content-type": isJson ? "application/json" : "text/html" })
    .end(isJson ? JSON.stringify(body) : body);
}

function giveFile({ files, bot }: WireState, path: string, response: ServerResponse): void {
  const file = [...files.values()].find(
    (other) => decodeURIComponent(path) === `/file/bot${bot.token}/${other.path}`,
  );
  if (file) response.writeHead(200, { "content-type": "application/octet-stream" }).end(file.content);
  else answer(response, refused(404, "Not Found"));
}

interface Control {
  url: URL;
  what: string;
  body: Buffer;
}

async function control(
  state: WireState,
  { url, what, body }: Control,
  response: ServerResponse,
): Promise<void> {
  const given: unknown = body.length === 0 ? undefined : JSON.parse(body.toString("utf8"));
  if (what === "faults") state.faults.push(...(given as WireFault[]));
  if (what === "release") for (const release of state.held.splice(0)) release();
  if (what === "files") keepFile(state, given as { file_id: string; content: string; size?: number });
  if (what === "webhook") state.webhook = given as WireWebhook;
  if (what === "written") {
    state.unread.push(given as { update_id: number });
    for (const wake of state.waiting.splice(0)) wake();
  }
  if (what === "update") return answer(response, { code: 200, body: await update(state, given) });
  const isEnough = () =>
    state.messages.length >= Number(url.searchParams.get("count") ?? 0) &&
    state.calls.length >= Number(url.searchParams.get("calls") ?? 0);
  while (!isEnough()) await new Promise<void>((resolve) => state.waiting.push(resolve));
  const { messages, calls, webhook, commands } = state;
  answer(response, { code: 200, body: { messages, calls, webhook, commands } });
}

function keepFile(
  { files }: WireState,
  { file_id, content, size }: { file_id: string; content: string; size?: number },
): void {
  files.set(file_id, { path: `documents/file ${files.size}.bin`, content, size: size ?? content.length });
}

/** Calls the webhook as Telegram does; what it wants done in its answer is done. */
async function update(state: WireState, given: unknown): Promise<{ status: number; answer: unknown }> {
  const { url, secret_token = "" } = state.webhook;
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret_token },
    body: JSON.stringify(given),
  });
  const text = await response.text();
  const told = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
  const { method, ...fields } = told;
  if (typeof method === "string") {
    state.calls.push({ method, fields });
    perform(state, method, { fields, files: new Map() });
  }
  return { status: response.status, answer: told };
}
