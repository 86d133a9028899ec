/** Spoken sound as a file. */
import { joinBytes } from "../platform/bytes.ts";
import type { SpokenSound } from "./provider.ts";
import { endingOf, mediaTypeOf } from "./sound.ts";
import { UNKNOWN_LENGTH } from "./wav.ts";

export interface SoundFile {
  name: string;
  media_type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Reads it to its end. The bytes decide about the media type: servers send what they can make. Rejects like the stream. */
export async function soundFile({ stream, media_type }: SpokenSound, name: string): Promise<SoundFile> {
  const parts: Uint8Array[] = [];
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
  }
  const bytes = withLength(joinBytes(parts));
  const type = mediaTypeOf(bytes, media_type);
  return { name: `${name}.${endingOf(type)}`, media_type: type, bytes };
}

const RIFF_SIZE_AT = 4;
const DATA_SIZE_AT = 40;
const WAV_HEADER = 44;

/** A header that was written before the length was known is told it. */
function withLength(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (bytes.length < WAV_HEADER || mediaTypeOf(bytes, "") !== "audio/wav") return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(DATA_SIZE_AT, true) !== UNKNOWN_LENGTH) return bytes;
  view.setUint32(RIFF_SIZE_AT, bytes.length - 8, true);
  view.setUint32(DATA_SIZE_AT, bytes.length - WAV_HEADER, true);
  return bytes;
}
