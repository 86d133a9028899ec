/**
 * Keeps one bot connected to the Gateway: resumes broken connections, begins a new session when one is gone, and stops
 * with a report when Discord refuses for good.
 */
import type { Later } from "../../../domain/time/later.ts";
import type { Log } from "../../../observability/log-port.ts";
import type { OpenSocket } from "../../wire/socket.ts";
import type { Address } from "./address.ts";
import type { ReconnectDecision } from "./close-codes.ts";
import { Connection, type Dispatch, type Session } from "./connection.ts";
import { Inbox } from "./inbox.ts";
import type { Hearing } from "./payloads.ts";

export interface GatewayDeps {
  later: Later;
  random(): number;
  log: Log;
  open: OpenSocket;
  token: string;
  hearing: Hearing;
  /** One attempt. Never rejects. */
  address(): Promise<Address>;
  /** The stored session, possibly of an earlier life of this object. */
  savedSession(): Session | undefined;
  /** Undefined: the session is over. */
  save(session: Session | undefined): void;
  /** Discord said hello and gave its heartbeat interval. */
  onHello(heartbeat_ms: number): void;
  /** Takes in a written message. Rejects when it should be tried again. */
  take(message: unknown, bot_id: string): Promise<void>;
  /** Discord refuses this bot; `problem` is public. */
  onRefused(problem: string): void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Failures at the session's own address before the address is looked up again. */
const AT_ITS_OWN_ADDRESS = 3;
/** Reconnects for one message that cannot be taken in, before it is given up. */
const MOST_TRIES = 5;
const NOT_STUCK = { seq: -1, tries: 0 };

export class Gateway {
  private readonly deps: GatewayDeps;
  private session: Session | undefined;
  private inbox: Inbox | undefined;
  private connection: Connection | undefined;
  private failures = 0;
  private stuck = NOT_STUCK;
  private isRunning = false;
  private isRefused = false;
  private isStopped = false;

  constructor(deps: GatewayDeps) {
    this.deps = deps;
    this.session = deps.savedSession();
  }

  /** Connects unless it is connected or was refused in this life. Never throws. */
  start(): void {
    if (this.isRunning || this.isRefused || this.isStopped) return;
    this.isRunning = true;
    void this.keep().finally(() => {
      this.isRunning = false;
    });
  }

  /** Stops for good: closes the connection, and nothing reconnects. */
  stop(): void {
    this.isStopped = true;
    this.inbox?.clear();
    this.connection?.end({ next: "resume" });
  }

  private async keep(): Promise<void> {
    while (!this.isStopped) {
      const ended = await this.once();
      this.inbox?.clear();
      if (ended.next === "stop") return this.refuse(ended.problem);
      if (ended.next === "identify") this.keepSession(undefined);
      if (this.isStopped) return;
      const pause = this.pauseAfter(ended);
      this.failures += 1;
      await new Promise<void>((resolve) => this.deps.later(resolve, pause));
    }
  }

  private refuse(problem: string): void {
    this.isRefused = true;
    this.keepSession(undefined);
    this.deps.onRefused(problem);
  }

  /** Never rejects. */
  private async once(): Promise<ReconnectDecision & { retry_after_ms?: number }> {
    try {
      const isKnown = this.session && this.failures < AT_ITS_OWN_ADDRESS;
      const address: Address = isKnown
        ? { status: "ready", url: this.session?.url ?? "" }
        : await this.deps.address();
      if (address.status === "refused") return { next: "stop", problem: address.problem };
      if (address.status === "later") {
        this.deps.log.warn("gateway_not_found", { reason: address.reason });
        const { retry_after_ms } = address;
        return { next: "resume", ...(retry_after_ms !== undefined && { retry_after_ms }) };
      }
      return await this.connect(address.url);
    } catch (problem) {
      this.deps.log.warn("gateway_not_connected", { problem: String(problem) });
      return { next: "resume" };
    }
  }

  private connect(url: string): Promise<ReconnectDecision> {
    const { deps } = this;
    const inbox = new Inbox({
      take: (dispatch) => this.take(dispatch),
      had: (dispatch) => this.had(dispatch),
      stuck: (problem) => {
        deps.log.warn("gateway_message_not_taken", { problem: String(problem) });
        connection.end({ next: "resume" });
      },
    });
    const connection = new Connection({
      ...deps,
      session: () => this.session,
      began: (session) => this.keepSession(session),
      onSettled: () => {
        this.failures = 0;
      },
      onDispatch: (dispatch) => inbox.put(dispatch),
      onBeat: () => this.keepSession(this.session),
    });
    this.inbox = inbox;
    this.connection = connection;
    return connection.run(`${url.replace(/\/$/, "")}/?v=10&encoding=json`);
  }

  private async take({ name, data, seq }: Dispatch): Promise<void> {
    if (name !== "MESSAGE_CREATE") return;
    try {
      await this.deps.take(data, this.session?.bot_id ?? "");
      this.stuck = NOT_STUCK;
    } catch (problem) {
      this.stuck = { seq, tries: this.stuck.seq === seq ? this.stuck.tries + 1 : 1 };
      if (this.stuck.tries < MOST_TRIES) throw problem;
      this.stuck = NOT_STUCK;
      this.deps.log.error("gateway_message_given_up", { problem: String(problem) });
    }
  }

  /**
   * The position is saved at once only after messages, otherwise with the next heartbeat. An event that is replayed
   * because of that is recognised by its idempotency key.
   */
  private had({ session_id, seq, name }: Dispatch): void {
    const { session } = this;
    if (!session || session.id !== session_id) return;
    this.session = { ...session, seq };
    if (name === "MESSAGE_CREATE") this.deps.save(this.session);
  }

  private keepSession(session: Session | undefined): void {
    this.session = session;
    this.deps.save(session);
  }

  private pauseAfter({ next, retry_after_ms }: ReconnectDecision & { retry_after_ms?: number }): number {
    if (retry_after_ms !== undefined) return retry_after_ms;
    const { random } = this.deps;
    // Discord wants a pause of one to five seconds before a new session.
    if (next === "identify") return FIRST_PAUSE_MS + random() * 4_000 + this.backoff();
    return this.backoff() * (0.5 + random());
  }

  private backoff(): number {
    const times = Math.max(this.failures, this.stuck.tries);
    return times === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS);
  }
}
