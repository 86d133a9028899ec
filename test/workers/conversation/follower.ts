/** Somebody who reads a conversation along, by socket or by event stream: every frame as it came. */
import type { ClientFrame, NightjarEvent, ServerFrame } from "../../../src/channels/web/wire.ts";
import { fetchAs } from "./scene.ts";

type Frame = NightjarEvent | ServerFrame;

export class Follower {
  /** Numbered events, byte for byte. */
  readonly raw: string[] = [];
  readonly frames: Frame[] = [];
  isClosed = false;
  private readonly waiting = new Set<() => void>();
  private socket: WebSocket | undefined;

  static async bySocket(id: string, cursor = 0): Promise<Follower> {
    const response = await fetchAs("GET", `/conversations/${id}/socket?cursor=${cursor}`, {
      headers: { upgrade: "websocket" },
    });
    const follower = new Follower();
    const socket = response.webSocket;
    if (!socket) throw new Error(`no socket: ${response.status} ${await response.text()}`);
    socket.accept();
    socket.addEventListener("message", ({ data }) => follower.take(String(data)));
    socket.addEventListener("close", () => follower.close());
    follower.socket = socket;
    return follower;
  }

  static async byStream(id: string, cursor = 0): Promise<Follower> {
    const response = await fetchAs("GET", `/conversations/${id}/events?cursor=${cursor}`);
    const follower = new Follower();
    if (!response.body) throw new Error(`no stream: ${response.status}`);
    void follower.read(response.body);
    return follower;
  }

  get events(): NightjarEvent[] {
    return this.frames.filter((frame): frame is NightjarEvent => "seq" in frame && frame.type !== "ready");
  }

  get cursor(): number {
    return this.events.at(-1)?.seq ?? 0;
  }

  /** The newest turn as a person sees it: all text that was streamed and not retracted. */
  get text(): string {
    let step = 0;
    let pieces: { step: number; text: string }[] = [];
    for (const event of this.events) {
      if (event.type === "turn_start") pieces = [];
      if (event.type === "state" && event.step > 0) step = event.step;
      if (event.type === "text") pieces.push({ step, text: event.delta });
      if (event.type === "reset") pieces = pieces.filter((piece) => piece.step < event.from_step);
    }
    return pieces.map(({ text }) => text).join("");
  }

  send(frame: ClientFrame): void {
    this.socket?.send(JSON.stringify(frame));
  }

  leave(): void {
    this.socket?.close(1000);
  }

  /** The first frame that fits, also among those that came before. */
  async frame(fits: (frame: Frame) => boolean): Promise<Frame> {
    return this.until(() => this.frames.find(fits));
  }

  async event<T extends NightjarEvent["type"]>(
    type: T,
    fits: (event: Extract<NightjarEvent, { type: T }>) => boolean = () => true,
  ): Promise<Extract<NightjarEvent, { type: T }>> {
    const isIt = (event: NightjarEvent): event is Extract<NightjarEvent, { type: T }> =>
      event.type === type && fits(event as Extract<NightjarEvent, { type: T }>);
    return this.until(() => this.events.find(isIt));
  }

  /** Once the text shown so far contains it. */
  async saying(words: string): Promise<void> {
    await this.until(() => (this.text.includes(words) ? true : undefined));
  }

  private async until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (this.isClosed) throw new Error(`it did not come: ${this.raw.join("\n")}`);
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        rest += part.value;
        for (let end = rest.indexOf("\n\n"); end !== -1; end = rest.indexOf("\n\n")) {
          const data = /^data: (.*)$/m.exec(rest.slice(0, end))?.[1];
          rest = rest.slice(end + 2);
          if (data !== undefined) this.take(data);
        }
      }
    } catch {
      // The object died under the stream: that is what these tests are about.
    }
    this.close();
  }

  take(data: string): void {
    const frame = JSON.parse(data) as Frame;
    if ("seq" in frame && frame.type !== "ready") this.raw.push(data);
    this.frames.push(frame);
    this.wake();
  }

  private close(): void {
    this.isClosed = true;
    this.wake();
  }

  private wake(): void {
    for (const go of [...this.waiting]) go();
    this.waiting.clear();
  }
}
