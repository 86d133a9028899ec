/** Steps of an upload in pieces: begin, piece by piece, complete, and the sweep of what was left. */
import { AppError } from "../domain/errors.ts";
import type { Ids } from "../domain/ids.ts";
import type { PartStore, UploadRows } from "./ports.ts";
import { KEPT_FOR_MS, MOST_AT_ONCE, type NewUpload, nextPiece, type Upload } from "./upload.ts";

export interface UploadDeps {
  rows: UploadRows;
  parts: PartStore;
  ids: Ids;
  now(): number;
  /** Bytes of a file, at most. */
  most_bytes: number;
}

/** Throws an AppError when the file is too large, or the person has too many uploads under way. */
export async function beginUpload(deps: UploadDeps, file: NewUpload): Promise<Upload> {
  const { rows, parts, ids, now, most_bytes } = deps;
  if (file.size > most_bytes)
    throw new AppError("payload_too_large", `A file has at most ${megabytes(most_bytes)} MB here.`);
  if ((await rows.count(file.owner)) >= MOST_AT_ONCE)
    throw new AppError(
      "rate_limited",
      `${MOST_AT_ONCE} uploads are under way. Finish or cancel one of them first.`,
    );
  const file_id = ids.create("fil");
  const { multipart_id } = await parts.begin({ ...file, file_id });
  const upload = { ...file, id: ids.create("upl"), file_id, multipart_id, offset: 0, etags: [] };
  const whole: Upload = { ...upload, updated_at: now() };
  await rows.add(whole);
  return whole;
}

interface Piece {
  /** Place of its first byte. */
  offset: number;
  bytes: Uint8Array;
  /** SHA-256 in hexadecimal, as its sender computed it; undefined: unknown. */
  sha256: string | undefined;
}

/** Stores a piece. One that has arrived already is taken as sent again. Throws an AppError when it does not fit. */
export async function receivePiece(deps: UploadDeps, upload: Upload, piece: Piece): Promise<Upload> {
  const { offset, bytes, sha256 } = piece;
  if (offset + bytes.length <= upload.offset && bytes.length > 0) return upload;
  if (offset !== upload.offset) throw outOfPlace(upload);
  if (bytes.length !== nextPiece(upload))
    throw new AppError(
      "malformed_request",
      `The piece has ${bytes.length} bytes; the next one has ${nextPiece(upload)}.`,
    );
  if (sha256 !== undefined && (await digestOf(bytes)) !== sha256)
    throw new AppError("malformed_request", "The piece was damaged on its way. Send it again.");
  const etag = await deps.parts.put(upload, upload.etags.length + 1, bytes);
  const at = deps.now();
  if (!(await deps.rows.advance(upload, { bytes: bytes.length, etag, at }))) throw outOfPlace(upload);
  return { ...upload, offset: offset + bytes.length, etags: [...upload.etags, etag], updated_at: at };
}

/** Makes the file. `sha256`: of the whole, if its sender computed it. Throws an AppError when pieces are missing or damaged. */
export async function completeUpload(deps: UploadDeps, upload: Upload, sha256?: string): Promise<void> {
  if (upload.offset < upload.size)
    throw new AppError(
      "conflict",
      `${upload.size - upload.offset} bytes are missing. Send the rest from offset ${upload.offset}.`,
    );
  await deps.parts.finish(upload);
  if (sha256 !== undefined && (await deps.parts.digest(upload)) !== sha256) {
    await deps.parts.discard(upload);
    await deps.rows.remove(upload.id);
    throw new AppError("malformed_request", "The file was damaged on its way. Upload it again.");
  }
  await deps.rows.remove(upload.id);
}

export async function cancelUpload({ parts, rows }: UploadDeps, upload: Upload): Promise<void> {
  await parts.abort(upload);
  await rows.remove(upload.id);
}

/** Cancels what was abandoned, or all of one person. Returns how many. Idempotent, and safe to interrupt. */
export async function sweepUploads(
  deps: Pick<UploadDeps, "rows" | "parts">,
  of: { owner: string } | { now: number },
): Promise<number> {
  const found = await deps.rows.list("owner" in of ? of : { idle_since: of.now - KEPT_FOR_MS });
  for (const upload of found) {
    await deps.parts.abort(upload);
    await deps.rows.remove(upload.id);
  }
  return found.length;
}

function outOfPlace({ offset }: Upload): AppError {
  return new AppError(
    "conflict",
    `The next piece begins at ${offset}. Ask for the upload's state and go on there.`,
  );
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.slice()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1_000_000);
}
