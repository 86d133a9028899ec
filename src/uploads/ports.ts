/** Ports of uploads in pieces. Each method rejects when the storage does. */
import type { NewUpload, Upload } from "./upload.ts";

export interface UploadRows {
  add(upload: Upload): Promise<void>;
  /** Undefined also when it belongs to somebody else. */
  get(owner: string, id: string): Promise<Upload | undefined>;
  count(owner: string): Promise<number>;
  /** Takes a piece down. False: another piece was taken first, or the upload is gone. */
  advance(upload: Upload, piece: { bytes: number; etag: string; at: number }): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Uploads of one person, or those that have stood still since then (ms since the epoch). */
  list(of: { owner: string } | { idle_since: number }): Promise<Upload[]>;
}

/** Parts of files on their way into the storage. */
export interface PartStore {
  begin(file: NewUpload & { file_id: string }): Promise<{ multipart_id: string }>;
  /** Number: from 1. Returns the storage's tag. */
  put(upload: Upload, number: number, bytes: Uint8Array): Promise<string>;
  /** Makes the file of its parts. */
  finish(upload: Upload): Promise<void>;
  /** Removes the parts. An upload that is gone already is none. */
  abort(upload: Upload): Promise<void>;
  /** SHA-256 of the stored file in hexadecimal, read as a stream. */
  digest(upload: Upload): Promise<string>;
  /** Removes the finished file. */
  discard(upload: Upload): Promise<void>;
}
