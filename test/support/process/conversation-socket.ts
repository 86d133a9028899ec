/** A conversation's WebSocket, as a list of what came and a way to wait for more. */
import type { WebSocket } from "ws";
import type { ClientFrame, NightjarEvent, ServerFrame } from "../../../src/channels/web/wire.ts";
import { News } from "./news.ts";

type Frame = NightjarEvent | ServerFrame;
const PATIENCE_MS = 60_000;

export class ConversationSocket {
  /** Numbered events only, in the order they came. */
  readonly events: NightjarEvent[] = [];
  readonly frames: Frame[] = [];
  private readonly socket: WebSocket;
  private readonly news = new News();
  private isClosed = false;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => this.take(JSON.parse(String(data))));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.isClosed = true;
      this.news.tell();
    });
  }

  static async opened(socket: WebSocket): Promise<ConversationSocket> {
    const connected = new ConversationSocket(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return connected;
  }

  /** The sequence number of the last event that came. */
  get cursor(): number {
    return this.events.at(-1)?.seq ?? 0;
  }

  /** The text a person would see now: what was streamed and not taken back. */
  get text(): string {
    return textOf(this.events);
  }

  send(frame: ClientFrame): void {
    this.socket.send(JSON.stringify(frame));
  }

  close(): void {
    this.socket.close();
  }

  /** The first event that fits, also among those that came before; `fits` sees each of them once. Throws when none comes. */
  async event<T extends NightjarEvent>(fits: (event: NightjarEvent) => event is T): Promise<T>;
  async event(fits: (event: NightjarEvent) => boolean): Promise<NightjarEvent>;
  async event(fits: (event: NightjarEvent) => boolean): Promise<NightjarEvent> {
    return this.until(firstOf(this.events, fits));
  }

  async frame(fits: (frame: Frame) => boolean): Promise<Frame> {
    return this.until(firstOf(this.frames, fits));
  }

  async closed(): Promise<void> {
    while (!this.isClosed) await this.news.next(AbortSignal.timeout(PATIENCE_MS));
  }

  private async until<T>(find: () => T | undefined): Promise<T> {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (this.isClosed || deadline.aborted) throw new Error(`it did not come; what came: ${this.summary()}`);
      await this.news.next(deadline);
    }
  }

  private take(frame: Frame): void {
    this.frames.push(frame);
    if ("seq" in frame && frame.type !== "ready") this.events.push(frame as NightjarEvent);
    this.news.tell();
  }

  private summary(): string {
    return this.frames.map((frame) => JSON.stringify(frame)).join("\n");
  }
}

/** Looks where it has not looked yet: what `fits` counts, it counts once. */
function firstOf<T>(growing: readonly T[], fits: (item: T) => boolean): () => T | undefined {
  let seen = 0;
  return () => {
    const fresh = growing.slice(seen);
    seen = growing.length;
    return fresh.find(fits);
  };
}

function textOf(events: NightjarEvent[]): string {
  let step = 0;
  let pieces: { step: number; text: string }[] = [];
  for (const event of events) {
    if (event.type === "state" && event.state === "thinking") step = event.step;
    if (event.type === "text") pieces.push({ step, text: event.delta });
    if (event.type === "reset") pieces = pieces.filter((piece) => piece.step < event.from_step);
  }
  return pieces.map(({ text }) => text).join("");
}
