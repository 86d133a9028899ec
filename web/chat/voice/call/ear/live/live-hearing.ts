/** An utterance on its way to the server while it is spoken: its samples go as they come, and its words come back. */
import type { LiveFrame } from "../../../../../../src/contract/speech.ts";
import type { LiveUtterance, SaidWords } from "../../types.ts";
import { joinedFrames } from "../recording.ts";

/** The part of a WebSocket that is used. */
interface LiveSocket {
  send(data: string | ArrayBuffer): void;
  close(): void;
}

export interface LiveSocketListener {
  opened(): void;
  received(data: string): void;
  /** Called once, however it ended; also when it never opened. */
  closed(): void;
}

interface LiveDeps {
  dial(listener: LiveSocketListener): LiveSocket;
  /** All words so far. */
  words(text: string): void;
  /** Calls `run` once after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void;
}

/** Frames of 10 ms that go together. */
const TOGETHER = 10;
/** Time after which the whole recording is sent instead. */
const WITHIN_MS = 8_000;

export class LiveHearing implements LiveUtterance {
  private readonly deps: LiveDeps;
  private readonly socket: LiveSocket;
  private readonly said = Promise.withResolvers<SaidWords | null>();
  private frames: Int16Array<ArrayBuffer>[] = [];
  private isOpen = false;
  private isOver = false;
  private end = "";

  constructor(deps: LiveDeps) {
    this.deps = deps;
    this.socket = deps.dial({
      opened: () => this.opened(),
      received: (data) => this.receive(data),
      closed: () => this.settle(null),
    });
  }

  /** 10 ms of samples at 16 kHz. */
  add(...frames: Int16Array<ArrayBuffer>[]): void {
    this.frames.push(...frames);
    if (this.frames.length >= TOGETHER) this.flush();
  }

  async finish(client_id: string): Promise<SaidWords | null> {
    this.end = JSON.stringify({ type: "end", client_id, keep: true });
    this.flush();
    const cancel = this.deps.after(WITHIN_MS, () => this.drop());
    const words = await this.said.promise;
    cancel();
    return words;
  }

  drop(): void {
    this.settle(null);
    this.socket.close();
  }

  private opened(): void {
    this.isOpen = true;
    this.flush();
  }

  private flush(): void {
    if (!this.isOpen || this.isOver) return;
    if (this.frames.length > 0) this.socket.send(joinedFrames(this.frames));
    this.frames = [];
    if (this.end !== "") this.socket.send(this.end);
    this.end = "";
  }

  private receive(data: string): void {
    if (this.isOver) return;
    const frame = JSON.parse(data) as LiveFrame;
    if (frame.type === "words") this.deps.words(frame.text);
    else this.settle(frame.type === "transcript" ? saidIn(frame) : null);
  }

  private settle(words: SaidWords | null): void {
    this.isOver = true;
    this.said.resolve(words);
  }
}

function saidIn({ text, recording_id }: Extract<LiveFrame, { type: "transcript" }>): SaidWords {
  return { text, ...(recording_id !== undefined && { recording_id }) };
}
