/**
 * One conversation's socket, kept alive: it reconnects with the cursor of the newest event seen, notices a dead peer by
 * unanswered pings, and reports its state.
 */
import type { ClientFrame, NightjarEvent, ServerFrame } from "../../src/channels/web/wire.ts";
import { backoff } from "./backoff.ts";
import { parseFrame } from "./frames.ts";

/** The part of a browser's WebSocket that is used. */
export interface Socket {
  send(data: string): void;
  close(): void;
}

/** Callbacks of a socket; `closed` is also called when it never opened. */
export interface SocketListener {
  opened(): void;
  received(data: unknown): void;
  closed(): void;
}

export type LinkState =
  | { status: "connecting" }
  | { status: "live" }
  /** `attempt` counts failures in a row. */
  | { status: "waiting"; attempt: number }
  | { status: "closed" };

export interface LinkDeps {
  open(cursor: number, listener: SocketListener): Socket;
  cursor(): number;
  /** Calls `run` once after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void;
  random(): number;
  /** A socket does not tell why it was refused, so this asks over HTTP. "stop" ends the attempts. */
  diagnose(): Promise<"retry" | "stop">;
  onEvent(event: NightjarEvent): void;
  onFrame(frame: ServerFrame): void;
  onState(state: LinkState): void;
}

/** Interval at which the link checks whether frames arrived. A timer per frame would cost as much as reading it. */
const LOOK_EVERY_MS = 12_500;
/** Checks without a frame before the peer is pinged. */
const SILENT_LOOKS = 2;
const PONG_WITHIN_MS = 8_000;
const OPEN_WITHIN_MS = 10_000;

export class Link {
  private readonly deps: LinkDeps;
  private socket: Socket | null = null;
  private state: LinkState = { status: "connecting" };
  private attempt = 0;
  /** Checks since the last frame. */
  private silent = 0;
  /** Whether a ping is unanswered. */
  private isAsked = false;
  private cancelTimer = () => {};

  /** Connects at once. */
  constructor(deps: LinkDeps) {
    this.deps = deps;
    this.dial();
  }

  /** False when there is no open socket: nothing was sent. */
  send(frame: ClientFrame): boolean {
    if (!this.socket || this.state.status !== "live") return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** Call it when the network is back or the page is visible again: it reconnects at once, and tests an open socket. */
  nudge(): void {
    if (this.state.status === "waiting") this.dial();
    else if (this.state.status === "live") this.ping();
  }

  close(): void {
    const { socket } = this;
    this.socket = null;
    this.cancelTimer();
    socket?.close();
    this.enter({ status: "closed" });
  }

  private dial(): void {
    this.enter({ status: "connecting" });
    // Ignores what an earlier socket still reports.
    const ifCurrent = (run: () => void) => this.socket === socket && run();
    const socket = this.deps.open(this.deps.cursor(), {
      opened: () => ifCurrent(() => this.opened()),
      received: (data) => ifCurrent(() => this.received(data)),
      closed: () => ifCurrent(() => this.lost()),
    });
    this.socket = socket;
    this.timer(OPEN_WITHIN_MS, () => this.drop(socket));
  }

  private opened(): void {
    this.attempt = 0;
    this.listen();
    this.enter({ status: "live" });
  }

  private received(data: unknown): void {
    // Any frame shows that the peer is there.
    if (this.isAsked) this.listen();
    this.silent = 0;
    const frame = parseFrame(data);
    if (frame === undefined) return;
    if ("ts" in frame) this.deps.onEvent(frame);
    else this.deps.onFrame(frame);
  }

  private listen(): void {
    this.silent = 0;
    this.isAsked = false;
    this.timer(LOOK_EVERY_MS, () => this.look());
  }

  private look(): void {
    this.silent += 1;
    if (this.silent >= SILENT_LOOKS) this.ping();
    else this.timer(LOOK_EVERY_MS, () => this.look());
  }

  private ping(): void {
    const { socket } = this;
    if (!socket || !this.send({ type: "ping" })) return;
    this.isAsked = true;
    this.timer(PONG_WITHIN_MS, () => this.drop(socket));
  }

  private drop(socket: Socket): void {
    if (this.socket !== socket) return;
    this.lost();
    socket.close();
  }

  private lost(): void {
    const neverOpened = this.state.status === "connecting";
    this.socket = null;
    this.attempt += 1;
    this.enter({ status: "waiting", attempt: this.attempt });
    this.timer(backoff(this.attempt, this.deps.random), () => this.dial());
    if (neverOpened) void this.diagnose();
  }

  private async diagnose(): Promise<void> {
    const verdict = await this.deps.diagnose();
    if (verdict === "stop" && this.state.status !== "live") this.close();
  }

  private enter(state: LinkState): void {
    this.state = state;
    this.deps.onState(state);
  }

  private timer(ms: number, run: () => void): void {
    this.cancelTimer();
    this.cancelTimer = this.deps.after(ms, run);
  }
}
