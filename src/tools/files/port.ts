/** Port: files of messages, which people upload or tools make. They are immutable. */
import type { MediaPart } from "../../domain/message.ts";
import type { Unread } from "../../domain/text/document-reading.ts";

export interface FileMeta {
  /** `fil_...` */
  id: string;
  owner: string;
  name: string;
  media_type: string;
  /** Bytes. */
  size: number;
  /** ms since the epoch. */
  created_at: number;
}

export interface FileContent extends FileMeta {
  etag: string;
  bytes: Uint8Array;
}

export interface FileStream extends FileMeta {
  etag: string;
  body: ReadableStream<Uint8Array>;
}

export interface Files {
  put(owner: string, file: { name: string; media_type: string; bytes: Uint8Array }): Promise<FileMeta>;
  /** Undefined also when the file belongs to somebody else, or has more than `MAX_UPLOAD_BYTES`: `open` streams it. */
  get(owner: string, id: string): Promise<FileContent | undefined>;
  /**
   * A file of any size, as a stream that the caller reads or cancels. `first`: so many bytes of its beginning at most.
   * Undefined when it belongs to somebody else.
   */
  open(owner: string, id: string, first?: number): Promise<FileStream | undefined>;
  describe(owner: string, id: string): Promise<FileMeta | undefined>;
  /** Newest first. `named`: words that the name must contain; a search reads the whole listing. */
  list(
    owner: string,
    page: { cursor?: string; limit: number; named?: string },
  ): Promise<{ files: FileMeta[]; cursor?: string }>;
  remove(owner: string, id: string): Promise<boolean>;
}

/**
 * Text of a file whose words are pictures: recognized earlier, or now if `mayRun`, which may cost something. Rejects when
 * the storage does.
 */
export type ReadScan = (
  file: Pick<FileContent, "owner" | "id" | "name" | "media_type" | "bytes">,
  mayRun: boolean,
) => Promise<string | Unread>;

/** The file as a part of a message. */
export function mediaPart({ id, media_type, name, size }: FileMeta): MediaPart {
  return { type: kindOf(media_type), file_id: id, media_type, name, size, url: `/api/v1/files/${id}` };
}

function kindOf(mediaType: string): MediaPart["type"] {
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(mediaType)) return "image";
  return mediaType.startsWith("audio/") ? "audio" : "file";
}

/** Bytes of a file that is uploaded in one request, and of one that is read whole. */
export const MAX_UPLOAD_BYTES = 25_000_000;

/** Bytes of the files that a model is shown in one call, newest first. Files beyond it are named. */
export const MAX_SHOWN_BYTES = 20_000_000;
