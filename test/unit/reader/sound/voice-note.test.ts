/** Voice notes: a WAV becomes Ogg Opus that a decoder plays. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { voiceNote } from "../../../../src/reader/sound/voice-note.ts";
import { samplesOf } from "../../../../src/reader/sound/wav.ts";
import { mediaTypeOf, soundLength } from "../../../../src/voice/sound.ts";

interface Decoder {
  memory: { buffer: ArrayBuffer };
  malloc(size: number): number;
  opus_decoder_get_size(channels: number): number;
  opus_decoder_init(decoder: number, rate: number, channels: number): number;
  opus_decode(
    ...given: [decoder: number, packet: number, size: number, samples: number, most: number, fec: number]
  ): number;
}

interface Wasm {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
}

const { Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
const module = new Module(readFileSync(new URL("../../../../src/reader/sound/opus.wasm", import.meta.url)));

const encoding = { module, serial: 7, rest: async () => undefined };

/** A tone as a WAV file. */
function wav({ rate = 24_000, seconds = 1, channels = 1, hertz = 440 } = {}): Uint8Array {
  const frames = Math.floor(rate * seconds);
  const bytes = new Uint8Array(44 + frames * channels * 2);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("RIFF----WAVEfmt "));
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  bytes.set(new TextEncoder().encode("data"), 36);
  view.setUint32(40, frames * channels * 2, true);
  for (let at = 0; at < frames * channels; at++) {
    const time = Math.floor(at / channels) / rate;
    view.setInt16(44 + at * 2, Math.sin(2 * Math.PI * hertz * time) * 12_000, true);
  }
  return bytes;
}

/** Packets of an Ogg file, with each page's position. */
function packetsOf(ogg: Uint8Array): { packets: Uint8Array[]; positions: number[] } {
  const [packets, positions]: [Uint8Array[], number[]] = [[], []];
  const view = new DataView(ogg.buffer, ogg.byteOffset);
  for (let at = 0; at < ogg.length; ) {
    const laces = ogg.subarray(at + 27, at + 27 + (ogg[at + 26] ?? 0));
    positions.push(Number(view.getBigUint64(at + 6, true)));
    at += 27 + laces.length;
    let size = 0;
    for (const lace of laces) {
      size += lace;
      if (lace === 255) continue;
      packets.push(ogg.subarray(at, at + size));
      at += size;
      size = 0;
    }
  }
  return { packets, positions };
}

/** Samples at 48 kHz, as libopus itself decodes them. */
function decoded(packets: readonly Uint8Array[]): Int16Array {
  const nothing = () => 0;
  const wasi = { fd_seek: nothing, fd_write: nothing, fd_close: nothing, proc_exit: nothing };
  const env = { emscripten_notify_memory_growth: nothing };
  const opus = new Instance(module, { wasi_snapshot_preview1: wasi, env }).exports as Decoder;
  const decoder = opus.malloc(opus.opus_decoder_get_size(1));
  opus.opus_decoder_init(decoder, 48_000, 1);
  const [packet, samples] = [opus.malloc(4_000), opus.malloc(5_760 * 2)];
  const all = packets.flatMap((bytes) => {
    new Uint8Array(opus.memory.buffer, packet).set(bytes);
    const count = opus.opus_decode(decoder, packet, bytes.length, samples, 5_760, 0);
    return [...new Int16Array(opus.memory.buffer, samples, count)];
  });
  return Int16Array.from(all);
}

/** Hertz of a tone, by how often it crosses zero. */
function hertzOf(samples: Int16Array): number {
  const middle = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
  let crossings = 0;
  for (let at = 1; at < middle.length; at++)
    if ((middle[at - 1] ?? 0) < 0 && (middle[at] ?? 0) >= 0) crossings++;
  return (crossings * 48_000) / middle.length;
}

describe("a voice note", () => {
  test.each([
    { rate: 24_000 },
    { rate: 44_100, channels: 2 },
    { rate: 22_050, seconds: 2.5 },
    { rate: 96_000 },
    { rate: 48_000, seconds: 0.05 },
  ])("of %o has its sound and its length, and a fraction of its size", async (given) => {
    const made = await voiceNote(wav(given), encoding);
    const { seconds = 1 } = given;
    expect(mediaTypeOf(made, "")).toBe("audio/ogg");
    const { packets, positions } = packetsOf(made);
    expect(new TextDecoder().decode(packets[0]?.subarray(0, 8))).toBe("OpusHead");
    const delay = new DataView(made.buffer, 28).getUint16(10, true);
    expect(positions.at(-1)).toBe(delay + Math.floor(48_000 * seconds));
    expect(Math.abs(soundLength(made).seconds - seconds)).toBeLessThan(0.01);
    const samples = decoded(packets.slice(2));
    expect(samples.length).toBeGreaterThanOrEqual(positions.at(-1) ?? 0);
    if (seconds < 1) return;
    expect(Math.abs(hertzOf(samples) - 440)).toBeLessThan(6);
    expect(made.length).toBeLessThan(8_000 * seconds);
  });

  test("is made of a stream that did not know its length, and not of what is no sound", async () => {
    const open = wav({ seconds: 0.5 });
    new DataView(open.buffer).setUint32(40, 0xffffffff, true);
    expect(samplesOf(open).values.length).toBe(12_000);
    await expect(voiceNote(new Uint8Array(100), encoding)).rejects.toThrow("no WAV");
    await expect(voiceNote(wav({ seconds: 0 }), encoding)).rejects.toThrow("no sound");
    const odd = wav();
    new DataView(odd.buffer).setUint16(20, 85, true);
    await expect(voiceNote(odd, encoding)).rejects.toThrow("not read");
  });
});
