/** WAV around raw samples that are still coming. */
import { wavHeader } from "../domain/sound/wav.ts";
import type { SpokenSound } from "./provider.ts";

/** Samples a second of raw sound: 16 bits each, one channel. */
export const RAW_RATE = 24_000;

/** Length in a header that is written before the length is known. */
export const UNKNOWN_LENGTH = 0xffffffff;

/** The samples behind the header of a WAV file whose length is not known. */
export function wavOf(raw: ReadableStream<Uint8Array>): SpokenSound {
  const headed = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => controller.enqueue(wavHeader(UNKNOWN_LENGTH, RAW_RATE)),
  });
  return { media_type: "audio/wav", stream: raw.pipeThrough(headed) };
}
