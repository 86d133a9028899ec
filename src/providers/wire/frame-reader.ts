/**
 * Reads the stream of a model: what has come, at once. While the thread is full of streams, the runtime gathers what comes
 * within a frame, so that it is read, decoded, kept and sent once. It gathers by bytes and not by time, so the
 * answer's own pace tells how many; one that pauses then lets its last words wait for what comes next.
 */
import type { Load } from "../../platform/load.ts";
import type { Clock } from "../provider.ts";
import { type Chunk, type ChunkReader, chunkReaderOf } from "./chunk-reader.ts";
import { Pace } from "./pace.ts";

/** How long the timer runs that measures, in ms. */
const PROBE_MS = 5;

export class FrameReader {
  private readonly reader: ChunkReader;
  private readonly clock: Clock;
  private readonly load: Load;
  private readonly pace = new Pace();
  private readonly close: () => void;
  private stopProbe: (() => void) | undefined;

  constructor(body: ReadableStream<Uint8Array>, clock: Clock, load: Load) {
    this.reader = chunkReaderOf(body);
    this.clock = clock;
    this.load = load;
    this.close = load.openStream();
  }

  /**
   * What it gives is there until the next call. `how`: the first words of an answer wait for no frame. Rejects when the
   * connection breaks.
   */
  take(how: "at once" | "in frames"): Promise<Chunk> {
    return this.reader.read(how === "at once" ? 1 : this.due());
  }

  /** To be called with what was taken: the pace of the answer follows from it. */
  came({ byteLength }: Uint8Array): void {
    this.pace.came(byteLength, this.clock.now());
  }

  /** Also of a read that waits. */
  cancel(): Promise<void> {
    this.stop();
    return this.reader.cancel();
  }

  /** Leaves no timer behind. To be called when nothing more is read in frames. */
  stop(): void {
    this.close();
    this.stopProbe?.();
    this.stopProbe = undefined;
  }

  /** How many bytes a read waits for. */
  private due(): number {
    const { clock, load, pace } = this;
    const now = clock.now();
    if (load.takeMeasuring(now)) this.measure(now + PROBE_MS);
    return load.isFullOfStreams ? pace.dueAt(now + load.frame_ms) : 1;
  }

  private measure(due: number): void {
    const { clock, load } = this;
    this.stopProbe?.();
    this.stopProbe = clock.after(PROBE_MS, () => {
      this.stopProbe = undefined;
      load.heard(clock.now() - due, clock.now());
    });
  }
}
