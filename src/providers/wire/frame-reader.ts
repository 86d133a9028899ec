/**
 * Reads a model's stream: normally each chunk at once. While the thread is full of streams, the runtime gathers the
 * bytes of a frame, so that they are read, decoded, stored and sent once. It gathers by bytes and not by time, so the
 * answer's own rate decides how many. When an answer pauses, its last words may wait for the next ones.
 */
import type { Load } from "../../platform/load.ts";
import type { Clock } from "../provider.ts";
import { type Chunk, type ChunkReader, chunkReaderOf } from "./chunk-reader.ts";
import { StreamRate } from "./stream-rate.ts";

/** Duration of the timer that measures the thread's lag, in ms. */
const PROBE_MS = 5;

export class FrameReader {
  private readonly reader: ChunkReader;
  private readonly clock: Clock;
  private readonly load: Load;
  private readonly pace = new StreamRate();
  private readonly close: () => void;
  private stopProbe: (() => void) | undefined;

  constructor(body: ReadableStream<Uint8Array>, clock: Clock, load: Load) {
    this.reader = chunkReaderOf(body);
    this.clock = clock;
    this.load = load;
    this.close = load.openStream();
  }

  /**
   * The chunk is valid until the next call. `how`: the first words of an answer wait for no frame. Rejects when the
   * connection breaks.
   */
  take(how: "at once" | "in frames"): Promise<Chunk> {
    return this.reader.read(how === "at once" ? 1 : this.due());
  }

  /** Call it with each chunk taken: it measures the answer's rate. */
  came({ byteLength }: Uint8Array): void {
    this.pace.came(byteLength, this.clock.now());
  }

  /** Cancels a pending read too. */
  cancel(): Promise<void> {
    this.stop();
    return this.reader.cancel();
  }

  /** Call it when no more frames are read. Leaves no timer behind. */
  stop(): void {
    this.close();
    this.stopProbe?.();
    this.stopProbe = undefined;
  }

  /** Number of bytes that a read waits for. */
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
      load.recordDelay(clock.now() - due, clock.now());
    });
  }
}
