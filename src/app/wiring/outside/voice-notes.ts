/** Recordings become voice notes in the Worker that reads PDFs, which only this one can reach. Loaded by the first file that is sent. */
import type { OutgoingFile } from "../../../channels/kind.ts";

/** The part of a service binding that is used. */
interface Encoder {
  fetch(address: string, init: RequestInit): Promise<Response>;
}

const WAV = /^audio\/(?:x-|vnd\.)?wave?$/i;

/** Ogg Opus of a WAV file; any other file, and one that can't be encoded, as it is. Never rejects. */
export async function asVoiceNote(encoder: Encoder, file: OutgoingFile): Promise<OutgoingFile> {
  const { name, media_type, bytes } = file;
  if (!WAV.test(media_type)) return file;
  try {
    const answer = await encoder.fetch("https://reader.invalid/voice-note", { method: "POST", body: bytes });
    const made = new Uint8Array(await answer.arrayBuffer());
    if (!answer.ok) return file;
    return { name: `${name.replace(/\.wav$/i, "")}.ogg`, media_type: "audio/ogg", bytes: made };
  } catch {
    // A recording that takes all memory or time of that Worker ends it without an answer.
    return file;
  }
}
