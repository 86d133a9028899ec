/**
 * OpenAI's realtime API over real WebSockets: each connection is a session with its settings and items, which answers as it
 * is told, and refuses what the real one refuses.
 */
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { WebSocket, WebSocketServer } from "ws";
import { type LiveWire, liveWire } from "../speech/live-servers.ts";
import { type RealtimeAnswer, realtimeEvents, type WireItem } from "./realtime-events.ts";

/** State of a session as a response is asked of it. */
export interface AskedResponse {
  /** Number of its connection, from 1. */
  connection: number;
  model: string;
  key: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect of it
  session: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect of it
  items: any[];
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect of it
  response: any;
}

export interface RealtimeReply {
  answer: RealtimeAnswer;
  /** The connection breaks after so many events. */
  cut_after?: number;
  /** Nothing more comes after so many events, until it is cancelled or this has happened. */
  stop_after?: number;
  until?: Promise<void>;
  /** The response fails with this error. */
  error?: { type: string; code?: string; message: string };
}

export interface RealtimeWire {
  asked: AskedResponse[];
  /** All events of clients, as they came. */
  received: { type: string; [field: string]: unknown }[];
  /** Sessions that transcribe while somebody speaks. */
  live: LiveWire;
  /** Connections that are open. */
  open(): number;
  /** Ends all connections, as a server that goes away does. */
  drop(): void;
}

export type RealtimeResponder = (asked: AskedResponse) => RealtimeReply | Promise<RealtimeReply>;

/** Speaks at `/v1/realtime` of the server. */
export function speakRealtime(http: Server, respond: RealtimeResponder): RealtimeWire {
  // The workers' suite would get the package's form for browsers, which has no server.
  const { WebSocketServer: Sockets } = createRequire(import.meta.url)("ws") as {
    WebSocketServer: typeof WebSocketServer;
  };
  const server = new Sockets({ noServer: true });
  const wire: RealtimeWire = {
    asked: [],
    received: [],
    live: liveWire(),
    open: () => server.clients.size,
    drop: () => {
      for (const client of server.clients) client.terminate();
    },
  };
  let connections = 0;
  http.on("upgrade", (request, stream, head) => {
    if (wire.live.takes(request, stream, head)) return undefined;
    const { pathname, searchParams } = new URL(request.url ?? "", "http://model");
    if (pathname !== "/v1/realtime") return stream.destroy();
    const who = { model: searchParams.get("model") ?? "", key: request.headers.authorization ?? "" };
    if (who.key === "Bearer wrong") return refuse(stream);
    return server.handleUpgrade(request, stream, head, (socket) => {
      connections += 1;
      new Session(socket, { ...who, connection: connections }, { wire, respond });
    });
  });
  return wire;
}

function refuse(stream: { end(text: string): void }): void {
  const body = JSON.stringify({
    error: { type: "invalid_request_error", code: "invalid_api_key", message: "No." },
  });
  stream.end(
    `HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}

type ClientEvent = RealtimeWire["received"][number];

class Session {
  private readonly socket: WebSocket;
  private readonly who: Pick<AskedResponse, "connection" | "model" | "key">;
  private readonly deps: { wire: RealtimeWire; respond: RealtimeResponder };
  private settings: object = {};
  private items: WireItem[] = [];
  private active: { id: string; cancelled: boolean; cancel(): void } | undefined;
  private responses = 0;

  constructor(
    socket: WebSocket,
    who: Pick<AskedResponse, "connection" | "model" | "key">,
    deps: { wire: RealtimeWire; respond: RealtimeResponder },
  ) {
    this.socket = socket;
    this.who = who;
    this.deps = deps;
    socket.on("message", (text) => this.take(JSON.parse(String(text))));
    this.say({ type: "session.created", session: { type: "realtime", model: who.model } });
  }

  private take(event: ClientEvent): void {
    this.deps.wire.received.push(event);
    switch (event.type) {
      case "session.update":
        this.settings = event["session"] as object;
        this.say({ type: "session.updated", session: this.settings });
        break;
      case "conversation.item.create":
        this.create(event);
        break;
      case "conversation.item.delete":
        this.delete(event);
        break;
      case "response.create":
        void this.respond(event);
        break;
      case "response.cancel":
        if (this.active) this.active.cancel();
        else this.refuse(event, "response_cancel_not_active");
        break;
      default:
        this.refuse(event, "unknown_event");
    }
  }

  private create(event: ClientEvent): void {
    const item = event["item"] as WireItem;
    const before = event["previous_item_id"];
    const parts = (item["content"] ?? []) as { type: string }[];
    const isMistaken = item["role"] === "assistant" && parts.some(({ type }) => type !== "output_text");
    const at = before === "root" ? 0 : this.items.findIndex(({ id }) => id === before) + 1;
    if (isMistaken || (before !== "root" && at === 0)) {
      this.refuse(event, "invalid_value");
      return;
    }
    this.items.splice(at, 0, item);
    this.say({ type: "conversation.item.added", previous_item_id: before, item });
    this.say({ type: "conversation.item.done", previous_item_id: before, item });
  }

  private delete(event: ClientEvent): void {
    const at = this.items.findIndex(({ id }) => id === event["item_id"]);
    if (at === -1) {
      this.refuse(event, "item_delete_invalid_item_id");
      return;
    }
    this.items.splice(at, 1);
    this.say({ type: "conversation.item.deleted", item_id: event["item_id"] });
  }

  private async respond(event: ClientEvent): Promise<void> {
    if (this.active) return this.refuse(event, "conversation_already_has_active_response");
    const response = event["response"] as { output_modalities: string[] };
    const asked = { ...this.who, session: this.settings, items: structuredClone(this.items), response };
    this.deps.wire.asked.push(asked);
    this.responses += 1;
    const stopped = Promise.withResolvers<void>();
    const active = {
      id: `resp_${this.who.connection}_${this.responses}`,
      cancelled: false,
      cancel() {
        active.cancelled = true;
        stopped.resolve();
      },
    };
    this.active = active;
    const reply = await this.deps.respond(asked);
    await this.play(reply, {
      active,
      stopped: stopped.promise,
      isSpoken: response.output_modalities[0] === "audio",
    });
  }

  private async play(
    reply: RealtimeReply,
    {
      active,
      stopped,
      isSpoken,
    }: { active: { id: string; cancelled: boolean }; stopped: Promise<void>; isSpoken: boolean },
  ): Promise<void> {
    const events = realtimeEvents(reply.answer, { id: active.id, isSpoken });
    for (const [index, event] of events.entries()) {
      if (reply.cut_after === index) return this.socket.terminate();
      if (reply.stop_after === index)
        await Promise.race([stopped, reply.until ?? new Promise(() => undefined)]);
      if (active.cancelled) return this.end(active.id, { status: "cancelled" });
      if (event.type !== "response.done") this.say(event);
      else if (reply.error)
        this.end(active.id, { status: "failed", status_details: { type: "failed", error: reply.error } });
      else this.end(active.id, event["response"] as { output: WireItem[] });
    }
  }

  private end(id: string, response: { output?: WireItem[]; [field: string]: unknown }): void {
    const output = response.output ?? [
      { id: `${id}_message`, type: "message", status: "incomplete", content: [] },
    ];
    this.items.push(...output);
    this.active = undefined;
    this.say({ type: "response.done", response: { id, ...response, output } });
    this.say({ type: "rate_limits.updated", rate_limits: [] });
  }

  private refuse(event: ClientEvent, code: string): void {
    const error = { type: "invalid_request_error", code, message: code, event_id: event["event_id"] ?? null };
    this.say({ type: "error", error });
  }

  private say(event: object): void {
    this.socket.send(JSON.stringify({ event_id: "event", ...event }));
  }
}
