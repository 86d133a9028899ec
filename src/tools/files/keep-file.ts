/** Stores a file that a model made, as a part of its answer. */
import type { MediaPart } from "../../domain/message.ts";
import { type Files, mediaPart } from "./port.ts";

/** Types of files that models make, with their names' endings. */
const ENDINGS: { readonly [media_type: string]: string } = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
  "application/pdf": "pdf",
  "audio/wav": "wav",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
};
const MOST_CHARACTERS = 28_000_000;

/** `data` is base64. Undefined when it is no such file, or cannot be stored. */
export async function keepFile(
  files: Pick<Files, "put">,
  owner: string,
  { media_type, data }: { media_type: string; data: string },
): Promise<MediaPart | undefined> {
  const ending = ENDINGS[media_type.toLowerCase()];
  if (ending === undefined || data.length > MOST_CHARACTERS) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return mediaPart(await files.put(owner, { name: `answer.${ending}`, media_type, bytes }));
  } catch {
    // Not base64, or no room: the person is told that the file is missing.
    return undefined;
  }
}
