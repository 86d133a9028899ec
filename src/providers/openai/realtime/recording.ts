/** Recordings as realtime sessions take them: raw samples of 16 bits, one channel, 24 kHz. */
import { toBase64 } from "../../../platform/bytes.ts";

const RATE = 24_000;
const PCM = 1;
const CHUNK_HEAD = 8;
const RIFF_HEAD = 12;

interface Wave {
  view: DataView;
  /** Place of the first sample, in bytes. */
  start: number;
  /** Samples of each channel. */
  frames: number;
  channels: number;
  rate: number;
}

/** Samples of a WAV file with 16 bits, both in base64. Undefined: it is no such file. */
export function samplesOf(base64: string): string | undefined {
  const wave = waveIn(bytesIn(base64));
  return wave && toBase64(resampled(wave));
}

function bytesIn(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function waveIn(bytes: Uint8Array<ArrayBuffer>): Wave | undefined {
  const view = new DataView(bytes.buffer);
  if (wordAt(view, 0) !== "RIFF" || wordAt(view, CHUNK_HEAD) !== "WAVE") return undefined;
  let format: Pick<Wave, "channels" | "rate"> | undefined;
  for (let at = RIFF_HEAD; at + CHUNK_HEAD <= view.byteLength; ) {
    const name = wordAt(view, at);
    const [start, size] = [at + CHUNK_HEAD, view.getUint32(at + 4, true)];
    if (name === "fmt ") format = formatAt(view, start);
    if (name === "data" && format) {
      // A file that is still being written, or was cut, has less than it says.
      const length = Math.min(size, view.byteLength - start);
      return { view, start, frames: Math.floor(length / 2 / format.channels), ...format };
    }
    at = start + size + (size % 2);
  }
  return undefined;
}

function formatAt(view: DataView, at: number): Pick<Wave, "channels" | "rate"> | undefined {
  if (at + 16 > view.byteLength) return undefined;
  const [channels, rate] = [view.getUint16(at + 2, true), view.getUint32(at + 4, true)];
  const isPlain = view.getUint16(at, true) === PCM && view.getUint16(at + 14, true) === 16;
  return isPlain && channels > 0 && rate > 0 ? { channels, rate } : undefined;
}

function wordAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return "";
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}

/** Channels are mixed, and values between two samples lie on a line. */
function resampled(wave: Wave): Uint8Array {
  const length = Math.floor((wave.frames * RATE) / wave.rate);
  const samples = new DataView(new ArrayBuffer(length * 2));
  for (let index = 0; index < length; index++) {
    const place = (index * wave.rate) / RATE;
    const before = Math.floor(place);
    const [first, second] = [mixedAt(wave, before), mixedAt(wave, Math.min(before + 1, wave.frames - 1))];
    samples.setInt16(index * 2, Math.round(first + (second - first) * (place - before)), true);
  }
  return new Uint8Array(samples.buffer);
}

function mixedAt({ view, start, channels }: Wave, frame: number): number {
  let sum = 0;
  for (let channel = 0; channel < channels; channel++)
    sum += view.getInt16(start + (frame * channels + channel) * 2, true);
  return sum / channels;
}
