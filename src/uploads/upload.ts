/** Uploads that come in pieces, can be interrupted, and go on where they stopped. */
declare module "../domain/ids.ts" {
  interface IdPrefixes {
    upl: "upload";
  }
}

export interface NewUpload {
  owner: string;
  name: string;
  media_type: string;
  /** Bytes of the whole file. */
  size: number;
}

export interface Upload extends NewUpload {
  /** `upl_...` */
  id: string;
  /** Id of the file that it becomes. */
  file_id: string;
  /** Id of the storage's own upload in parts. */
  multipart_id: string;
  /** Bytes that have arrived. */
  offset: number;
  /** The storage's tag of each piece, in order. */
  etags: readonly string[];
  /** ms since the epoch. */
  updated_at: number;
}

/** Bytes of each piece but the last, which may be shorter. A piece is in memory while it is stored. */
export const PIECE_BYTES = 8 * 1024 * 1024;
/** An upload that stands still for so long is taken for abandoned. */
export const KEPT_FOR_MS = 24 * 60 * 60_000;
/** Uploads of one person at a time. */
export const MOST_AT_ONCE = 20;

/** Bytes that the next piece must have. */
export function nextPiece({ size, offset }: Pick<Upload, "size" | "offset">): number {
  return Math.min(PIECE_BYTES, size - offset);
}
