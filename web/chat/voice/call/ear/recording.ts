/** Recording of an utterance, as it is heard: 16 kHz, mono, a little of what came before it included. */
import { wavHeader } from "../../../../../src/domain/sound/wav.ts";

const RATE = 16_000;
/** Samples of 48 kHz for each one kept. */
const EVERY = 3;
/** Kept from before the first word was recognised as one: 10 ms each. */
const LEAD_FRAMES = 40;

export class Recording {
  private kept: Int16Array<ArrayBuffer>[] = [];

  /** The newest sound, in frames of 10 ms at 16 kHz. */
  get frames(): readonly Int16Array<ArrayBuffer>[] {
    return this.kept;
  }

  /** 10 ms at 48 kHz, from -1 to 1. `isKept`: somebody is speaking. Returns them as they are kept. */
  add(frame: Float32Array, isKept: boolean): Int16Array<ArrayBuffer> {
    const samples = thinned(frame);
    this.kept.push(samples);
    if (!isKept && this.kept.length > LEAD_FRAMES) this.kept.shift();
    return samples;
  }

  /** The WAV file; the recording is empty then. */
  take(): Blob {
    const samples = joinedFrames(this.kept);
    this.kept = [];
    return new Blob([wavHeader(samples.byteLength, RATE), samples], { type: "audio/wav" });
  }

  clear(): void {
    this.kept = [];
  }
}

export function joinedFrames(frames: readonly Int16Array<ArrayBuffer>[]): ArrayBuffer {
  const joined = new Int16Array(frames.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const frame of frames) {
    joined.set(frame, at);
    at += frame.length;
  }
  return joined.buffer;
}

function thinned(frame: Float32Array): Int16Array<ArrayBuffer> {
  const kept = new Int16Array(Math.floor(frame.length / EVERY));
  for (let at = 0; at < kept.length; at += 1) {
    const first = at * EVERY;
    const mean = ((frame[first] ?? 0) + (frame[first + 1] ?? 0) + (frame[first + 2] ?? 0)) / EVERY;
    kept[at] = Math.round(Math.max(-1, Math.min(1, mean)) * 0x7fff);
  }
  return kept;
}
