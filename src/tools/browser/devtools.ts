/** DevTools protocol client: commands with answers, and events, of several targets over one socket. */
import { z } from "zod";
import type { BrowserSocket } from "./port.ts";

const Answer = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const EventMessage = z.object({
  method: z.string(),
  params: z.unknown(),
  sessionId: z.string().optional(),
});

export interface DevToolsEvent {
  method: string;
  params: unknown;
  /** Session of the target that sent the event; absent: the browser itself. */
  session: string | undefined;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class DevTools {
  private readonly socket: BrowserSocket;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners: ((event: DevToolsEvent) => void)[] = [];
  private lastId = 0;
  private closed: string | undefined;

  constructor(socket: BrowserSocket) {
    this.socket = socket;
    socket.listen({ message: (text) => this.take(text), close: (why) => this.close(why) });
  }

  /** Sends a command. Rejects with an Error when the browser refuses it or has gone. */
  send(method: string, params: object = {}, session?: string): Promise<unknown> {
    if (this.closed !== undefined) return Promise.reject(new Error(this.closed));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, method, params, ...(session && { sessionId: session }) }));
    });
  }

  /** Sends a command whose failure does not matter: its target may have gone already. */
  tell(method: string, params: object, session: string | undefined): void {
    this.send(method, params, session).catch(() => undefined);
  }

  on(listener: (event: DevToolsEvent) => void): void {
    this.listeners.push(listener);
  }

  private take(text: string): void {
    const message = parseJson(text);
    const answer = Answer.safeParse(message);
    if (answer.success) this.settle(answer.data);
    const event = EventMessage.safeParse(message);
    if (!event.success) return;
    const { method, params, sessionId: session } = event.data;
    for (const listener of this.listeners) listener({ method, params, session });
  }

  private settle({ id, result, error }: z.output<typeof Answer>): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }

  private close(why: string): void {
    this.closed = why;
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: no schema accepts it.
    return undefined;
  }
}
