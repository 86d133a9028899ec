/** Upload of a large file in pieces. It goes on after a broken connection, and after a reload once the same file is chosen again. */
import type { Upload } from "../../../src/contract/files.ts";
import type { StoredFile } from "../../api/conversations/files.ts";
import { type ApiFailure, api, type Result } from "../../api/http.ts";
import { readStored, writeStored } from "../../session/browser/storage.ts";
import { t } from "../../words/t.ts";

/** Tries of a piece in a row, each after a longer pause. */
const TRIES = 6;
const FIRST_PAUSE_MS = 1_000;

/** `onshare`: the part that has arrived, of 1; it returns whether the file is still wanted. */
export async function uploadInPieces(
  file: File,
  onshare: (share: number) => boolean,
): Promise<Result<StoredFile>> {
  const key = `upload:${file.name}:${file.size}:${file.lastModified}`;
  const begun = await begin(file, key);
  if (!begun.ok) return begun;
  let upload = begun.value;
  while (upload.offset < file.size) {
    if (!onshare(upload.offset / file.size)) return cancelled();
    const sent = await send(upload, file);
    if (!sent.ok) return sent;
    upload = sent.value;
  }
  const done = await api("POST /uploads/{id}/complete", { id: upload.id }, {});
  if (done.ok || done.status < 500) writeStored(key, null);
  return done;
}

/** An upload of this very file that was begun before goes on. */
async function begin(file: File, key: string): Promise<Result<Upload>> {
  const known = readStored<string>(key);
  const before = known === undefined ? undefined : await api("GET /uploads/{id}", { id: known });
  if (before?.ok) return before;
  const { name, type: media_type, size } = file;
  const made = await api("POST /uploads", {}, { name, ...(media_type && { media_type }), size });
  if (made.ok) writeStored(key, made.value.id);
  return made;
}

async function send({ id, offset, piece_bytes }: Upload, file: File): Promise<Result<Upload>> {
  const piece = file.slice(offset, offset + piece_bytes);
  const sha256 = await hashOf(piece);
  for (let attempt = 1; ; attempt++) {
    const sent = await api("PUT /uploads/{id}", { id, offset, sha256 }, piece);
    if (sent.ok || attempt === TRIES) return sent;
    // The piece may have arrived though its answer did not.
    if (sent.status === 409) return api("GET /uploads/{id}", { id });
    if (!mayPass(sent)) return sent;
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
  }
}

function mayPass({ status, error }: ApiFailure): boolean {
  return status === 0 || status >= 500 || status === 429 || (status === 400 && error === "malformed_request");
}

/** Undefined where the browser hashes nothing: on an address without TLS. */
async function hashOf(piece: Blob): Promise<string | undefined> {
  if (!crypto.subtle) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await piece.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function cancelled(): ApiFailure {
  return { ok: false, status: 0, error: "cancelled", reason: t("The upload was stopped.") };
}
