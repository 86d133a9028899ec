/**
 * Reads the stream of a model: what has come, at once, while the thread is free. While it is behind, what comes within a
 * frame is taken together, so that it is decoded, kept and sent once. A read gives one chunk of the network and no more,
 * so reads themselves are not held back: an answer of many small chunks would fall behind its model.
 */
import { type Load, SHORTEST_FRAME_MS } from "../../platform/load.ts";
import type { Clock } from "../provider.ts";
import { type Chunk, type ChunkReader, chunkReaderOf } from "./chunk-reader.ts";

/** How long the timer runs that measures, in ms. */
const PROBE_MS = 5;

type Reading = Promise<Chunk>;

export interface Taken {
  chunks: Uint8Array[];
  isEnd: boolean;
}

export class FrameReader {
  private readonly reader: ChunkReader;
  private readonly clock: Clock;
  private readonly load: Load;
  /** A read that the end of a frame has overtaken. */
  private begun: Reading | undefined;
  private readonly timers = new Set<() => void>();

  constructor(body: ReadableStream<Uint8Array>, clock: Clock, load: Load) {
    this.reader = chunkReaderOf(body);
    this.clock = clock;
    this.load = load;
  }

  /** `how`: the first words of an answer wait for no frame. Rejects when the connection breaks. */
  async take(how: "at once" | "in frames"): Promise<Taken> {
    const first = await this.read();
    if (first.done) return { chunks: [], isEnd: true };
    const chunks = [first.value];
    if (how === "at once") return { chunks, isEnd: false };
    const { frame_ms } = this.load;
    if (frame_ms > SHORTEST_FRAME_MS) return { chunks, isEnd: await this.fill(chunks, frame_ms) };
    if (this.load.takeMeasuring(this.clock.now())) void this.pause(PROBE_MS);
    return { chunks, isEnd: false };
  }

  /** Also of a read that waits. A frame that is open ends. */
  cancel(): Promise<void> {
    this.stop();
    return this.reader.cancel();
  }

  /** Leaves no timer behind. */
  stop(): void {
    for (const end of this.timers) end();
  }

  private read(): Reading {
    const reading = this.begun ?? this.reader.read();
    this.begun = undefined;
    return reading;
  }

  /** Until the frame is over; whether the stream has ended before. */
  private async fill(chunks: Uint8Array[], frame_ms: number): Promise<boolean> {
    const over = this.pause(frame_ms);
    for (;;) {
      const reading = this.read();
      const next = await Promise.race([reading, over]);
      if (next === undefined) {
        this.begun = reading;
        // Whoever takes next hears of it: nobody may.
        reading.catch(() => undefined);
        return false;
      }
      if (next.done) return true;
      chunks.push(next.value);
    }
  }

  private pause(ms: number): Promise<undefined> {
    const { clock, load, timers } = this;
    const due = clock.now() + ms;
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        timers.delete(end);
        resolve(undefined);
      };
      const cancel = clock.after(ms, () => {
        load.heard(clock.now() - due, clock.now());
        end();
      });
      timers.add(end);
    });
  }
}
