/** A clock, sockets and a server that do what a test tells them, when it tells them. */
import type { ChildItem, ClientFrame, NightjarEvent, ServerFrame } from "../../../src/channels/web/wire.ts";
import type { ConversationView } from "../../../src/contract/conversations.ts";
import type { ListedMessage } from "../../../web/api/conversations/conversations.ts";
import type { ApiFailure } from "../../../web/api/http.ts";
import type { Socket, SocketListener } from "../../../web/connection/link.ts";
import { ConversationSession } from "../../../web/session/conversation/conversation-session.ts";
import type { ListChange, SessionDeps } from "../../../web/session/ports.ts";
import type { Outgoing } from "../../../web/thread/outgoing.ts";

export class FakeClock {
  private readonly timers = new Set<{ at: number; run: () => void }>();
  now = 0;

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.now + ms, run };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  };

  /** Runs what is due on the way, in order. */
  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const [next] = [...this.timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.timers.delete(next);
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }
}

export class FakeSocket implements Socket {
  readonly sent: ClientFrame[] = [];
  isClosed = false;
  readonly cursor: number;
  private readonly listener: SocketListener;

  constructor(cursor: number, listener: SocketListener) {
    this.cursor = cursor;
    this.listener = listener;
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }

  close(): void {
    this.isClosed = true;
  }

  opens(): void {
    this.listener.opened();
  }

  breaks(): void {
    this.listener.closed();
  }

  says(...frames: (ServerFrame | NightjarEvent | string)[]): void {
    for (const frame of frames)
      this.listener.received(typeof frame === "string" ? frame : JSON.stringify(frame));
  }
}

export const OFFLINE: ApiFailure = { ok: false, status: 0, error: "offline", reason: "No network." };
export const GONE: ApiFailure = {
  ok: false,
  status: 404,
  error: "resource_not_found",
  reason: "There is no such conversation.",
};

/** A session against a server whose answers are plain fields. */
export class Stage {
  readonly clock = new FakeClock();
  readonly sockets: FakeSocket[] = [];
  readonly stored = new Map<string, readonly Outgoing[]>();
  readonly calls: unknown[][] = [];
  readonly list: ListChange[] = [];
  createdIds: string[] = [];
  failure: ApiFailure | null = null;
  view: Partial<ConversationView> = { seq: 0, head: null, title: "" };
  pages: { items: ListedMessage[]; next_cursor: string | null }[] = [];
  children: ChildItem[] = [];
  private count = 0;

  session(id: string | null): ConversationSession {
    return new ConversationSession(this.deps(), id);
  }

  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error("no socket was opened");
    return last;
  }

  private deps(): SessionDeps {
    const answer = <T>(name: string, value: () => T) => {
      return async (...args: unknown[]) => {
        this.calls.push([name, ...args]);
        return this.failure ?? { ok: true as const, value: value() };
      };
    };
    const done = (name: string) => answer(name, () => ({}));
    const empty = { items: [], next_cursor: null };
    return {
      api: {
        create: answer("create", () => ({ id: "cnv_new" })),
        view: answer("view", () => ({ summaries: [], ...this.view }) as ConversationView),
        messages: answer("messages", () => this.pages.shift() ?? empty),
        send: answer("send", () => ({ message_id: "msg_sent" })),
        change: done("change"),
        halt: done("halt"),
        answer: done("answer"),
        decide: done("decide"),
        regenerate: done("regenerate"),
        moveHead: done("moveHead"),
        children: answer("children", () => ({ items: this.children, next_cursor: null })),
      },
      outbox: {
        read: (id) => [...(this.stored.get(id) ?? [])],
        write: (id, list) => this.stored.set(id, list),
      },
      openSocket: (_id, cursor, listener) => {
        const socket = new FakeSocket(cursor, listener);
        this.sockets.push(socket);
        return socket;
      },
      after: this.clock.after,
      random: () => 1,
      newClientId: () => `client_${++this.count}`,
      changed: () => undefined,
      created: (id) => this.createdIds.push(id),
      listChanged: (change) => this.list.push(change),
    };
  }
}

/** Lets promises that are already settled run their course. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
