/**
 * Discord's Gateway over real WebSockets: it says hello, takes sessions and lets them go on, replays what was missed, and
 * is unkind when it is told to be.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export const BOT_USER = "123456789012345678";

interface Sent {
  s: number;
  t: string;
  d: unknown;
}

interface Kept {
  id: string;
  /** All that was dispatched in it. */
  sent: Sent[];
}

export interface GatewayCall {
  op: number;
  d: unknown;
}

export interface GatewayOptions {
  token: string;
  heartbeat_ms?: number;
}

export class DiscordGateway {
  /** All frames from clients except heartbeats. */
  readonly calls: GatewayCall[] = [];
  /** The last sequence number that each heartbeat acknowledged. */
  readonly beats: (number | null)[] = [];
  /** Heartbeats are not acknowledged. */
  isDeaf = false;
  /** Sessions are not known any more: whoever wants to go on is told so. */
  isForgetful = false;
  /** Whoever identifies is let go with this code. */
  refuses: number | undefined;
  url = "";
  private readonly options: GatewayOptions;
  private readonly server: Server;
  private readonly sessions = new Map<string, Kept>();
  private current: { socket: WebSocket; session: Kept } | undefined;
  private open: WebSocket | undefined;
  private waiting: (() => void)[] = [];

  private constructor(options: GatewayOptions) {
    this.options = options;
    this.server = createServer();
    const sockets = new WebSocketServer({ server: this.server });
    sockets.on("connection", (socket) => this.connected(socket));
  }

  static async start(options: GatewayOptions): Promise<DiscordGateway> {
    const gateway = new DiscordGateway(options);
    await new Promise<void>((resolve) => gateway.server.listen(0, "127.0.0.1", resolve));
    gateway.url = `ws://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`;
    return gateway;
  }

  /** To whoever is there, now or when the session goes on. */
  dispatch(t: string, d: unknown): void {
    const session = this.current?.session ?? [...this.sessions.values()].at(-1);
    if (!session) throw new Error("nobody has identified");
    const sent = { s: session.sent.length + 1, t, d };
    session.sent.push(sent);
    if (this.current?.session === session) this.say(this.current.socket, { op: 0, ...sent });
  }

  /** A word of its own: 7 to connect anew, 9 for a session that is over, 1 for a heartbeat. */
  command(op: number, d: unknown = null): void {
    if (this.open) this.say(this.open, { op, d });
  }

  /** The connection ends, with that code or none at all. */
  cut(code?: number): void {
    const { open } = this;
    this.current = undefined;
    if (code === undefined) open?.terminate();
    else open?.close(code);
  }

  /** Resolves once it holds, looked at after each word of a client, and when `wake` is called. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  wake(): void {
    for (const wake of this.waiting.splice(0)) wake();
  }

  async close(): Promise<void> {
    this.open?.terminate();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private connected(socket: WebSocket): void {
    this.open = socket;
    socket.on("message", (data) => {
      this.heard(socket, JSON.parse(String(data)) as GatewayCall);
      this.wake();
    });
    socket.on("close", () => {
      if (this.current?.socket === socket) this.current = undefined;
    });
    this.say(socket, { op: 10, d: { heartbeat_interval: this.options.heartbeat_ms ?? 40_000 } });
  }

  private heard(socket: WebSocket, call: GatewayCall): void {
    if (call.op === 1) {
      this.beats.push(call.d as number | null);
      if (!this.isDeaf) this.say(socket, { op: 11 });
      return;
    }
    this.calls.push(call);
    const { token, session_id, seq } = call.d as { token: string; session_id?: string; seq?: number };
    if (token !== this.options.token) socket.close(4004);
    else if (call.op === 2) this.identified(socket);
    else if (call.op === 6) this.resumed(socket, session_id ?? "", seq ?? 0);
  }

  private identified(socket: WebSocket): void {
    if (this.refuses === undefined) this.begun(socket);
    else socket.close(this.refuses);
  }

  private begun(socket: WebSocket): void {
    const session: Kept = { id: `session-${this.sessions.size + 1}`, sent: [] };
    this.sessions.set(session.id, session);
    this.current = { socket, session };
    const user = { id: BOT_USER, username: "nightjar", bot: true };
    this.dispatch("READY", { v: 10, user, session_id: session.id, resume_gateway_url: this.url, guilds: [] });
  }

  private resumed(socket: WebSocket, id: string, seq: number): void {
    const session = this.isForgetful ? undefined : this.sessions.get(id);
    if (!session) this.say(socket, { op: 9, d: false });
    else if (seq > session.sent.length) socket.close(4007);
    else this.replayed(socket, session, seq);
  }

  private replayed(socket: WebSocket, session: Kept, seq: number): void {
    this.current = { socket, session };
    for (const sent of session.sent.slice(seq)) this.say(socket, { op: 0, ...sent });
    this.dispatch("RESUMED", null);
  }

  private say(socket: WebSocket, payload: object): void {
    socket.send(JSON.stringify(payload));
  }
}
