/**
 * Stores the bytes that a server sends as files of the message, up to a limit per answer, and describes each one in
 * words.
 */

import type { MediaPart } from "../../../domain/message.ts";
import { fileName } from "../../../domain/text/file-name.ts";
import { oneLine } from "../../../domain/text/hidden-text.ts";
import { type Files, mediaPart } from "../../files/port.ts";

export interface KeepingDeps {
  owner: string;
  files: Pick<Files, "put">;
}

interface ServerFile {
  /** base64, as the server says. */
  data: string;
  media_type: string;
  name: string;
  /** Address of the resource that the bytes belong to. */
  of?: string;
}

const MOST_FILES = 20;
const MAX_NAME = 80;
/** Media types that are kept as they are. Any other is stored as bytes that no browser opens. */
const KNOWN = /^(?:image\/(?:png|jpeg|gif|webp)|audio\/[\w.+-]{1,60}|application\/pdf)$/;

export class Keeping {
  readonly media: MediaPart[] = [];
  private readonly deps: KeepingDeps;

  constructor(deps: KeepingDeps) {
    this.deps = deps;
  }

  /** Fields of the tool's outcome that show the model the stored files. */
  get shown(): { media?: MediaPart[]; is_seen?: true } {
    return this.media.length > 0 ? { media: this.media, is_seen: true } : {};
  }

  /** Stores a file and returns the text that stands for it in the result. Never rejects. */
  async keep(sent: ServerFile): Promise<string> {
    const what = described(sent);
    const bytes = decodedBase64(sent.data);
    if (!bytes) return `[${what} that cannot be read: the server did not send it as base64]`;
    if (this.media.length >= MOST_FILES)
      return `[${what} left out: ${MOST_FILES} files of one answer are kept]`;
    try {
      const { owner, files } = this.deps;
      this.media.push(mediaPart(await files.put(owner, { ...fileOf(sent), bytes })));
      return `[${what} in the message]`;
    } catch (problem) {
      const why = problem instanceof Error ? problem.message : String(problem);
      return `[${what} that could not be kept: ${why.slice(0, 300)}]`;
    }
  }
}

/** Undefined when the text is not base64. */
export function decodedBase64(data: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function described({ media_type, of }: ServerFile): string {
  const kind = /^(?:image|audio)(?=\/)/.exec(media_type)?.[0] ?? "file";
  return of === undefined ? kind : `${kind} (${oneLine(media_type)} ${oneLine(of)})`;
}

function fileOf({ media_type, name }: ServerFile): { name: string; media_type: string } {
  const plain = fileName(name, "")
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, "_")
    .slice(-MAX_NAME);
  const ending = media_type.split("/")[1]?.replace(/\W.*/, "") || "bin";
  const named = plain.includes(".") ? plain : `${plain || "file"}.${ending}`;
  return { name: named, media_type: KNOWN.test(media_type) ? media_type : "application/octet-stream" };
}
