/** Answers about uploads in pieces; loaded by the first one. */

import type { NewUploadFields, PieceQuery } from "../../contract/files.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { INDEX_UPLOAD } from "../../jobs/file-jobs.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { D1UploadRows } from "../../storage/d1/uploads/uploads.ts";
import { R2FileParts } from "../../storage/r2/file-parts.ts";
import { mayHoldText } from "../../tools/files/file-text.ts";
import {
  beginUpload,
  cancelUpload,
  completeUpload,
  receivePiece,
  type UploadDeps,
} from "../../uploads/receive.ts";
import { KEPT_FOR_MS, PIECE_BYTES, type Upload } from "../../uploads/upload.ts";
import { shownFile } from "../http/answers/shown-file.ts";
import type { ApiContext } from "../http/api.ts";
import { iso } from "../http/query.ts";
import { reply } from "../http/reply.ts";
import { type Services, servicesOf } from "./services.ts";

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const USUAL_MOST_MB = 512;
const MB = 1_000_000;

export async function begin(
  context: ApiContext,
  { name, media_type = "", size }: SchemaOutput<typeof NewUploadFields>,
) {
  const services = servicesOf(context);
  const owner = ownerOf(context);
  await services.quotas.checkUpload(owner, size);
  const upload = await beginUpload(depsOf(services), {
    owner,
    name,
    media_type: MEDIA_TYPE.test(media_type) ? media_type : "application/octet-stream",
    size,
  });
  return reply(201, shown(upload));
}

export async function read(context: ApiContext, id: string) {
  return reply(200, shown(await found(context, id)));
}

export async function receive(
  context: ApiContext,
  id: string,
  { offset, sha256 }: SchemaOutput<typeof PieceQuery>,
) {
  const announced = Number(context.req.header("content-length") ?? 0);
  if (announced > PIECE_BYTES)
    throw new AppError("payload_too_large", `A piece has at most ${PIECE_BYTES} bytes.`);
  const upload = await found(context, id);
  const bytes = new Uint8Array(await context.req.arrayBuffer());
  return reply(
    200,
    shown(await receivePiece(depsOf(servicesOf(context)), upload, { offset, bytes, sha256 })),
  );
}

export async function complete(context: ApiContext, id: string, sha256: string | undefined) {
  const services = servicesOf(context);
  const upload = await found(context, id);
  const { owner, file_id, media_type, size } = upload;
  await services.quotas.checkUpload(owner, size);
  await completeUpload(depsOf(services), upload, sha256);
  services.quotas.noteUploaded(owner, size);
  if (mayHoldText(media_type))
    await services.jobs.enqueue({ kind: INDEX_UPLOAD, owner, payload: { file_id } });
  const file = await services.files.describe(owner, file_id);
  if (!file) throw missing();
  return reply(201, shownFile(file));
}

export async function cancel(context: ApiContext, id: string): Promise<Response> {
  await cancelUpload(depsOf(servicesOf(context)), await found(context, id));
  return context.body(null, 204);
}

async function found(context: ApiContext, id: string): Promise<Upload> {
  const upload = await depsOf(servicesOf(context)).rows.get(ownerOf(context), id);
  if (!upload) throw missing();
  return upload;
}

function missing(): AppError {
  return new AppError(
    "resource_not_found",
    "There is no such upload. It was finished, cancelled or abandoned; begin anew.",
  );
}

function depsOf({ env, ids, now, settings }: Services): UploadDeps {
  return {
    rows: new D1UploadRows(openDatabase(env.DB)),
    parts: new R2FileParts(env.BUCKET),
    ids,
    now,
    most_bytes: (settings.UPLOAD_MAX_MB ?? USUAL_MOST_MB) * MB,
  };
}

function ownerOf(context: ApiContext): string {
  return context.get("principal").owner;
}

function shown({ id, name, media_type, size, offset, updated_at }: Upload) {
  const expires_at = iso(updated_at + KEPT_FOR_MS);
  return { id, name, media_type, size, offset, piece_bytes: PIECE_BYTES, expires_at };
}
