/**
 * Keeps a Slack app connected over Socket Mode, for an instance that Slack cannot reach. An envelope is acknowledged once it
 * is taken in; Slack sends the others again.
 */
import type { Later } from "../../../domain/time/later.ts";
import type { Log } from "../../../observability/log-port.ts";
import { parseJson } from "../../../platform/json.ts";
import type { WebhookRequest } from "../../channel.ts";
import type { OpenSocket, PlatformSocket } from "../../wire/socket.ts";
import type { SocketAddress } from "./address.ts";
import { frameOf, requestOf, type SocketEnvelope } from "./envelope.ts";

export interface SocketModeDeps {
  later: Later;
  log: Log;
  open: OpenSocket;
  /** Single attempt. Never rejects. */
  address(): Promise<SocketAddress>;
  /**
   * Takes in what an envelope carries. Resolves with the words that answer it, if any. Rejects when Slack should send it
   * again.
   */
  take(request: WebhookRequest): Promise<string | undefined>;
  /** Slack refuses this app; `problem` is public. */
  onRefused(problem: string): void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A connection that broke without a word is noticed by its age. */
const OLDEST_MS = 30 * 60_000;
const GOING = 1_000;

export class SocketMode {
  private readonly deps: SocketModeDeps;
  private failures = 0;
  private isRunning = false;
  private isRefused = false;
  private isStopped = false;
  private endCurrent: (() => void) | undefined;

  constructor(deps: SocketModeDeps) {
    this.deps = deps;
  }

  /** Connects unless it is connected or was refused in this life. Never throws. */
  start(): void {
    if (this.isRunning || this.isRefused || this.isStopped) return;
    this.isRunning = true;
    void this.keep().finally(() => {
      this.isRunning = false;
    });
  }

  /** Stops for good. */
  stop(): void {
    this.isStopped = true;
    this.endCurrent?.();
  }

  private async keep(): Promise<void> {
    while (!this.isStopped) {
      const pause_ms = await this.once();
      if (this.isRefused || this.isStopped) return;
      if (pause_ms > 0) await new Promise<void>((resolve) => this.deps.later(resolve, pause_ms));
    }
  }

  /** Connection from its opening to its end; returns the pause before the next one, in ms. Never rejects. */
  private async once(): Promise<number> {
    const address = await this.deps.address();
    if (address.status === "refused") {
      this.isRefused = true;
      this.deps.onRefused(address.problem);
      return 0;
    }
    if (address.status === "later") {
      this.deps.log.warn("slack_socket_not_found", { reason: address.reason });
      return address.retry_after_ms ?? this.backoff();
    }
    try {
      await this.connected(address.url);
    } catch (problem) {
      // The address may hold a ticket.
      this.deps.log.warn("slack_socket_not_connected", { problem: nameOf(problem) });
    }
    return this.backoff();
  }

  /** Resolves when the connection has ended; rejects when none can be opened. */
  private async connected(url: string): Promise<void> {
    const over = Promise.withResolvers<void>();
    const early: string[] = [];
    let socket: PlatformSocket | undefined;
    const receive = (text: string) => (socket ? this.receive(socket, text) : void early.push(text));
    socket = await this.deps.open(url, { message: receive, onClose: () => over.resolve() });
    const opened = socket;
    const end = () => {
      over.resolve();
      close(opened);
    };
    this.endCurrent = end;
    const cancel = this.deps.later(end, OLDEST_MS);
    for (const text of early) this.receive(opened, text);
    if (this.isStopped) end();
    await over.promise;
    cancel();
  }

  private receive(socket: PlatformSocket, text: string): void {
    const frame = frameOf(text);
    if (!frame) return;
    if (frame.type === "hello") this.failures = 0;
    else if (frame.type === "disconnect") this.endCurrent?.();
    else void this.take(socket, frame);
  }

  /** Slack sends an unacknowledged envelope again; the message's key makes it one. */
  private async take(socket: PlatformSocket, envelope: SocketEnvelope): Promise<void> {
    const { envelope_id, accepts_response_payload } = envelope;
    try {
      const words = await this.deps.take(requestOf(envelope));
      const payload = accepts_response_payload && words !== undefined ? { payload: payloadOf(words) } : {};
      socket.send(JSON.stringify({ envelope_id, ...payload }));
    } catch (problem) {
      this.deps.log.warn("slack_envelope_not_taken", { problem: nameOf(problem) });
    }
  }

  private backoff(): number {
    this.failures += 1;
    return this.failures === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (this.failures - 2), LONGEST_PAUSE_MS);
  }
}

function payloadOf(body: string): unknown {
  return parseJson(body) ?? { text: body };
}

function close(socket: PlatformSocket): void {
  try {
    socket.close(GOING);
  } catch {
    // Slack had closed it already.
  }
}

function nameOf(problem: unknown): string {
  return problem instanceof Error ? problem.name : "unknown";
}
