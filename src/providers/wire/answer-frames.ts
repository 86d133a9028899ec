/** Reads the frames of one answer as its bytes arrive. */
import type { ModelFailure } from "../../agent/ports/model.ts";
import { createEventStreamParser, type ServerSentEvent } from "../../platform/event-stream.ts";
import type { Clock } from "../provider.ts";
import { FrameReader } from "./frame-reader.ts";
import type { Watchdog } from "./watchdog.ts";
import type { WireCall } from "./wire-call.ts";

export interface Progress {
  bytes: number;
  /** Whether the provider accepted the request. */
  isOpened: boolean;
  /** Whether the first words have come; those are never held back. */
  hasSpoken: boolean;
  /** The failure, if nothing else explains the end. */
  problem: (() => ModelFailure) | undefined;
}

export interface AnswerReading {
  attempt: AbortSignal;
  watchdog: Watchdog;
  progress: Progress;
}

/** Longest wait for the usage after the end of an answer. */
const USAGE_GRACE_MS = 2_000;

const DRAIN_MS = 500;

/** No answer is this long. The bound keeps a server that never stops from filling the memory. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export class AnswerFrames {
  private readonly call: WireCall;
  private readonly reading: AnswerReading;
  private readonly reader: FrameReader;
  private readonly parser = createEventStreamParser();
  private isBegun = false;
  private isOver = false;
  /** Cancelling settles a pending read, on every runtime. */
  private readonly cancel = () => void this.reader.cancel().catch(ignore);

  constructor(body: ReadableStream<Uint8Array>, call: WireCall, reading: AnswerReading) {
    this.call = call;
    this.reading = reading;
    this.reader = new FrameReader(body, call.clock, call.load);
    reading.attempt.addEventListener("abort", this.cancel, { once: true });
  }

  /**
   * The frames of one read. Undefined at the end, and also, without throwing, when the attempt is aborted or the
   * bytes are no answer. Rejects when the connection breaks.
   */
  async next(): Promise<readonly ServerSentEvent[] | undefined> {
    const { attempt, progress } = this.reading;
    if (this.isBegun) this.rearm();
    this.isBegun = true;
    if (this.isOver || attempt.aborted) return undefined;
    const chunk = await this.reader.take(progress.hasSpoken ? "in frames" : "at once");
    if (!chunk.done) return this.accept(chunk.value);
    this.isOver = true;
    return attempt.aborted ? undefined : this.parser.end();
  }

  /** Call it when no more frames are wanted. */
  close(): void {
    const { call, reader } = this;
    this.reading.attempt.removeEventListener("abort", this.cancel);
    reader.stop();
    if (call.decoder.state.status === "closed") drain(reader, call.clock);
    else this.cancel();
  }

  private accept(bytes: Uint8Array): readonly ServerSentEvent[] | undefined {
    const { progress } = this.reading;
    this.reader.came(bytes);
    progress.bytes += bytes.byteLength;
    if (progress.bytes <= MAX_ANSWER_BYTES) return this.parser.push(bytes);
    this.fails("an answer without end");
    return undefined;
  }

  /** Called when the last batch was consumed. */
  private rearm(): void {
    const { decoder, limits } = this.call;
    if (this.parser.problem !== undefined) this.fails("nothing that is an event");
    // Silence counts from when we ask for more: a slow consumer here is not a silent provider.
    const { stall_ms } = limits;
    const isAnswered = decoder.state.status === "answered" && decoder.state.by === undefined;
    this.reading.watchdog.rearm(isAnswered ? Math.min(USAGE_GRACE_MS, stall_ms) : stall_ms);
  }

  private fails(what: string): void {
    this.isOver = true;
    this.reading.progress.problem = () => this.call.failures.malformed(what);
  }
}

/** Reads the rest of the body in the background, for a short time, so that the connection can be reused. */
function drain(reader: FrameReader, clock: Clock): void {
  const stop = clock.after(DRAIN_MS, () => void reader.cancel().catch(ignore));
  const next = (): Promise<void> => reader.take("at once").then(({ done }) => (done ? undefined : next()));
  void next().catch(ignore).finally(stop);
}

/** The connection is being dropped, so its errors don't matter. */
function ignore(): void {}
