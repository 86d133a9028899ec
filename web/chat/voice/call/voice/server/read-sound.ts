/** Reads a recording while it comes: samples of a WAV file at once, any other file when it is whole. */
import type { Samples } from "../sound/sound.ts";
import { Resampler } from "./resampler.ts";
import { type WavForm, wavForm } from "./wav-header.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Reader = ReadableStreamDefaultReader<Bytes>;

interface SoundReading {
  came(samples: Samples): void;
  /** Null: the bytes are no sound that is known. */
  decode(file: ArrayBuffer): Promise<Samples | null>;
}

const SAMPLE_BYTES = 2;
/** Shortest and longest chunk that is played. */
const LEAST_S = 0.1;
const MOST_S = 0.5;

/** Rejects like the stream. */
export async function readSound(stream: ReadableStream<Bytes>, reading: SoundReading): Promise<void> {
  const reader = stream.getReader();
  const { form, head } = await beginning(reader);
  if (form) return readSamples(reader, form, { head, came: reading.came });
  const samples = await reading.decode((await whole(reader, head)).buffer);
  if (samples) reading.came(samples);
}

/** The header, and all bytes that were read for it. */
async function beginning(reader: Reader): Promise<{ form: WavForm | null; head: Bytes }> {
  let head: Bytes = new Uint8Array();
  for (let form = wavForm(head); ; form = wavForm(head)) {
    if (form !== undefined) return { form, head };
    const { done, value } = await reader.read();
    if (done) return { form: null, head };
    head = joined(head, value);
  }
}

async function whole(reader: Reader, head: Bytes): Promise<Bytes> {
  const parts = [head];
  for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function readSamples(
  reader: Reader,
  { rate, channels, start, end }: WavForm,
  { head, came }: { head: Bytes; came(samples: Samples): void },
): Promise<void> {
  const resampler = new Resampler(rate);
  const frame = SAMPLE_BYTES * channels;
  const give = (samples: Samples) => {
    if (samples.length > 0) came(samples);
  };
  /** Plays all but the beginning of the next chunk, and returns that. */
  const play = (bytes: Bytes, least: number): Bytes => {
    let from = 0;
    while (bytes.length - from >= least) {
      const most = Math.min(bytes.length - from, Math.ceil(rate * MOST_S) * frame);
      const to = from + most - (most % frame);
      if (to === from) break;
      give(resampler.push(samplesOf(bytes.subarray(from, to), channels)));
      from = to;
    }
    return bytes.slice(from);
  };
  let left = end - start;
  let bytes = head.subarray(start, Math.min(head.length, end));
  let waiting: Bytes = new Uint8Array();
  for (;;) {
    left -= bytes.length;
    waiting = play(joined(waiting, bytes), Math.ceil(rate * LEAST_S) * frame);
    const { done, value } = left > 0 ? await reader.read() : { done: true, value: undefined };
    if (done || !value) break;
    bytes = value.subarray(0, Math.min(value.length, left));
  }
  play(waiting, frame);
  give(resampler.end());
  await reader.cancel();
}

/** Little-endian samples of 16 bits as one channel. */
function samplesOf(bytes: Bytes, channels: number): Samples {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array(bytes.length / (SAMPLE_BYTES * channels));
  for (let at = 0; at < samples.length; at += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1)
      sum += view.getInt16((at * channels + channel) * SAMPLE_BYTES, true);
    samples[at] = sum / channels / 0x8000;
  }
  return samples;
}

function joined(first: Bytes, second: Bytes): Bytes {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
