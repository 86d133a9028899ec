/** One connection to the Gateway, from hello to close. */
import type { Later } from "../../../domain/time/later.ts";
import type { OpenSocket, PlatformSocket } from "../../wire/socket.ts";
import { endedWith, type ReconnectDecision } from "./close-codes.ts";
import { Heartbeat } from "./heartbeat.ts";
import { type Frame, frameOf, type Hearing, hello, identify, OP, ready, resume } from "./payloads.ts";

/** State for resuming a session after its connection broke. */
export interface Session {
  id: string;
  /** Address for resuming. */
  url: string;
  /** Id of the bot's user. */
  bot_id: string;
  /** Sequence number of the last event taken in: Discord replays what follows it. */
  seq: number;
}

export interface Dispatch {
  /** The event's session; undefined before one has begun. */
  session_id: string | undefined;
  seq: number;
  name: string;
  data: unknown;
}

interface ConnectionDeps {
  later: Later;
  random(): number;
  open: OpenSocket;
  token: string;
  hearing: Hearing;
  /** The current session; undefined: there is none. */
  session(): Session | undefined;
  began(session: Session): void;
  /** The connection works: missed events were replayed, or there were none. */
  onSettled(): void;
  /** Called in order. Must not throw. */
  onDispatch(dispatch: Dispatch): void;
  /** Discord said hello and gave its heartbeat interval. */
  onHello(heartbeat_ms: number): void;
  /** A heartbeat was sent. */
  onBeat(): void;
}

/** Time limit for Discord's hello. */
const HELLO_MS = 20_000;
/** Our close code for a connection that is replaced: it keeps the session. */
const REPLACED = 4_000;

export class Connection {
  private readonly deps: ConnectionDeps;
  private readonly heartbeat: Heartbeat;
  private socket: PlatformSocket | undefined;
  /** Frames that arrived before the socket was available for answering them. */
  private readonly early: string[] = [];
  private cancelHello: (() => void) | undefined;
  private isOver = false;
  private readonly over = Promise.withResolvers<ReconnectDecision>();

  constructor(deps: ConnectionDeps) {
    this.deps = deps;
    const { later, random } = deps;
    this.heartbeat = new Heartbeat({
      later,
      random,
      beat: () => this.beat(),
      onLost: () => this.end({ next: "resume" }),
    });
  }

  /** Call once. Resolves when the connection has ended; rejects when none can be opened. */
  async run(url: string): Promise<ReconnectDecision> {
    this.cancelHello = this.deps.later(() => this.end({ next: "resume" }), HELLO_MS);
    try {
      this.socket = await this.deps.open(url, {
        message: (text) => (this.socket ? this.receive(text) : void this.early.push(text)),
        onClose: (code) => this.end(endedWith(code)),
      });
    } catch (problem) {
      this.cancelHello();
      throw problem;
    }
    if (this.isOver) this.socket.close(REPLACED);
    for (const text of this.early.splice(0)) this.receive(text);
    return this.over.promise;
  }

  private receive(text: string): void {
    const frame = frameOf(text);
    if (!frame || this.isOver) return;
    HANDLERS[frame.op]?.(this, frame);
  }

  /** Identifies, or resumes the session. */
  hello({ d }: Frame): void {
    const payload = hello.safeParse(d).data;
    if (!payload) return;
    this.cancelHello?.();
    this.heartbeat.start(payload.heartbeat_interval);
    this.deps.onHello(payload.heartbeat_interval);
    const { token, hearing } = this.deps;
    const session = this.deps.session();
    this.send(session ? resume(token, session) : identify(token, hearing));
  }

  dispatch({ d, s, t }: Frame): void {
    const { deps } = this;
    const seq = s ?? deps.session()?.seq ?? 0;
    if (t === "READY") this.onReady(d, seq);
    if (t === "READY" || t === "RESUMED") deps.onSettled();
    deps.onDispatch({ session_id: deps.session()?.id, seq, name: t ?? "", data: d });
  }

  private onReady(d: unknown, seq: number): void {
    const payload = ready.safeParse(d).data;
    if (!payload) this.end({ next: "identify" });
    else
      this.deps.began({
        id: payload.session_id,
        url: payload.resume_gateway_url,
        bot_id: payload.user.id,
        seq,
      });
  }

  acknowledge(): void {
    this.heartbeat.acknowledge();
  }

  beat(): void {
    this.send({ op: OP.heartbeat, d: this.deps.session()?.seq ?? null });
    this.deps.onBeat();
  }

  /** Closes the connection from this end. */
  end(ended: ReconnectDecision): void {
    if (this.isOver) return;
    this.isOver = true;
    this.cancelHello?.();
    this.heartbeat.stop();
    try {
      this.socket?.close(REPLACED);
    } catch {
      // The other side had closed it already.
    }
    this.over.resolve(ended);
  }

  private send(payload: object): void {
    try {
      this.socket?.send(JSON.stringify(payload));
    } catch {
      this.end({ next: "resume" });
    }
  }
}

const HANDLERS: Readonly<Record<number, (connection: Connection, frame: Frame) => void>> = {
  [OP.hello]: (connection, frame) => connection.hello(frame),
  [OP.dispatch]: (connection, frame) => connection.dispatch(frame),
  [OP.heartbeat]: (connection) => connection.beat(),
  [OP.heartbeat_ack]: (connection) => connection.acknowledge(),
  [OP.reconnect]: (connection) => connection.end({ next: "resume" }),
  [OP.invalid_session]: (connection, { d }) =>
    connection.end(d === true ? { next: "resume" } : { next: "identify" }),
};
