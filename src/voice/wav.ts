/** WAV around raw samples that are still coming. */
import type { SpokenSound } from "./provider.ts";

/** Samples a second of raw sound: 16 bits each, one channel. */
export const RAW_RATE = 24_000;

const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;
/** Length in a header that is written before the length is known. */
const UNKNOWN = 0xffffffff;

/** The samples behind the header of a WAV file whose length is not known. */
export function wavOf(raw: ReadableStream<Uint8Array>): SpokenSound {
  const headed = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => controller.enqueue(header()),
  });
  return { media_type: "audio/wav", stream: raw.pipeThrough(headed) };
}

function header(): Uint8Array {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES));
  const word = (at: number, letters: string) => {
    for (const [index, letter] of [...letters].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  word(0, "RIFF");
  view.setUint32(4, UNKNOWN, true);
  word(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RAW_RATE, true);
  view.setUint32(28, RAW_RATE * SAMPLE_BYTES, true);
  view.setUint16(32, SAMPLE_BYTES, true);
  view.setUint16(34, 8 * SAMPLE_BYTES, true);
  word(36, "data");
  view.setUint32(40, UNKNOWN, true);
  return new Uint8Array(view.buffer);
}
