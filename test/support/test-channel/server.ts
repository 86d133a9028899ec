/**
 * A chat platform of the tests' own, over real HTTP: it takes messages, forgets none, and fails as it is told.
 *
 *   POST /{chat}/messages   {text, key, prompt?}       a message; `/keyed-...` chats recognise a key that they have seen
 *   GET  /{chat}/messages?count=n                      {messages, attempts}, once there are n messages
 *   GET  /{chat}/attempts?count=n                      the same, once there were n attempts
 *   GET  /{chat}/photo?count=n                         a photo of n bytes; of none, there is none
 *   POST /{chat}/faults     [Fault, ...]               what happens to the next attempts, one each
 *   POST /{chat}/release                               answers those that are held
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Fault =
  | { fault: "none" }
  | { fault: "limit"; retry_after_ms: number }
  | { fault: "error" }
  | { fault: "refuse" }
  /** The connection breaks before the message is taken. */
  | { fault: "cut" }
  /** The connection breaks after the message is taken. */
  | { fault: "drop" }
  /** Taken, and answered at `release`. */
  | { fault: "hold" };

export interface TakenMessage {
  text: string;
  key: string;
  prompt?: unknown;
}

export interface ChatView {
  messages: TakenMessage[];
  attempts: number;
}

interface Chat extends ChatView {
  faults: Fault[];
  held: (() => void)[];
  waiting: (() => void)[];
}

export interface TestChannelServer {
  url: string;
  close(): Promise<void>;
}

/** Any free port when none is given. */
export async function startTestChannel(port = 0): Promise<TestChannelServer> {
  const chats = new Map<string, Chat>();
  const server = createServer((request, response) => {
    void serve(chats, request, response).catch(() => response.destroy());
  });
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

async function serve(
  chats: Map<string, Chat>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://test-channel");
  const [, name = "", what = ""] = url.pathname.split("/");
  const chat = chats.get(name) ?? newChat();
  chats.set(name, chat);
  const body = await bodyOf(request);
  if (what === "photo") return givePhoto(Number(url.searchParams.get("count") ?? 0), response);
  if (request.method === "GET") return show(chat, what, Number(url.searchParams.get("count") ?? 0), response);
  if (what === "faults") chat.faults.push(...(body as Fault[]));
  if (what === "release") for (const release of chat.held.splice(0)) release();
  if (what === "messages") return take(chat, name, body as TakenMessage, response);
  return answer(response, 200, {});
}

function givePhoto(size: number, response: ServerResponse): void {
  response.writeHead(size > 0 ? 200 : 404, { "content-type": "image/png" }).end(Buffer.alloc(size, 7));
}

function newChat(): Chat {
  return { messages: [], attempts: 0, faults: [], held: [], waiting: [] };
}

async function show(chat: Chat, what: string, count: number, response: ServerResponse): Promise<void> {
  const number = () => (what === "attempts" ? chat.attempts : chat.messages.length);
  while (number() < count) await new Promise<void>((resolve) => chat.waiting.push(resolve));
  const { messages, attempts } = chat;
  answer(response, 200, { messages, attempts });
}

async function take(
  chat: Chat,
  name: string,
  message: TakenMessage,
  response: ServerResponse,
): Promise<void> {
  const fault = chat.faults.shift();
  chat.attempts += 1;
  const isTaken = fault === undefined || TAKING.has(fault.fault);
  const id = isTaken ? record(chat, name, message) : 0;
  for (const wake of chat.waiting.splice(0)) wake();
  if (fault?.fault === "limit")
    return answer(response, 429, { error: "slow down", retry_after_ms: fault.retry_after_ms });
  if (fault?.fault === "error") return answer(response, 500, { error: "out of order" });
  if (fault?.fault === "refuse") return answer(response, 403, { error: "blocked by the person" });
  if (fault?.fault === "cut" || fault?.fault === "drop") return void response.destroy();
  if (fault?.fault === "hold") await new Promise<void>((resolve) => chat.held.push(resolve));
  return answer(response, 200, { id });
}

const TAKING: ReadonlySet<Fault["fault"]> = new Set(["none", "drop", "hold"]);

/** Its number; of one that was seen before, the old one. */
function record(chat: Chat, name: string, message: TakenMessage): number {
  const known = name.startsWith("keyed-") ? chat.messages.findIndex(({ key }) => key === message.key) : -1;
  return known === -1 ? chat.messages.push(message) : known + 1;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? undefined : JSON.parse(text);
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
