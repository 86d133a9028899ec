/** Spoken sound as a file. */
import { joinBytes } from "../platform/bytes.ts";
import type { SpokenSound } from "./provider.ts";
import { endingOf, mediaTypeOf } from "./sound.ts";

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
  const bytes = joinBytes(parts);
  const type = mediaTypeOf(bytes, media_type);
  return { name: `${name}.${endingOf(type)}`, media_type: type, bytes };
}
