/** Answers about files in the shape of OpenAI's API; loaded by the first request for one. */
import { AppError } from "../../../domain/errors.ts";
import { type FileMeta, MAX_UPLOAD_BYTES } from "../../../tools/files/port.ts";
import type { ApiContext } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { fileResponse } from "../../http/serve-file.ts";
import { servicesOf } from "../services.ts";

type Purpose = "assistants" | "vision" | "user_data";

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
/** Pages that a filter by purpose reads at most, of 100 files each. */
const MOST_PAGES = 20;

export async function upload(context: ApiContext) {
  const { file, purpose } = await context.req.parseBody().catch(() => {
    throw malformed("file: send it as multipart/form-data, with its purpose.");
  });
  if (!isPurpose(purpose))
    throw malformed(
      'purpose: there are "user_data", "vision" and "assistants". Batches and fine-tuning are not done here.',
    );
  if (!(file instanceof File) || file.size === 0) throw malformed("file: there is no file in the form.");
  if (file.size > MAX_UPLOAD_BYTES)
    throw new AppError("payload_too_large", `file: a file has at most ${MAX_UPLOAD_BYTES} bytes.`);
  const told = file.type.split(";")[0]?.trim() ?? "";
  const media_type = MEDIA_TYPE.test(told) ? told : "application/octet-stream";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kept = await servicesOf(context).files.put(ownerOf(context), { name: file.name, media_type, bytes });
  return reply(200, { ...shown(kept), purpose });
}

export async function list(
  context: ApiContext,
  { limit, after, purpose }: { limit: number; after?: string | undefined; purpose?: string | undefined },
) {
  const found: FileMeta[] = [];
  let isPast = after === undefined;
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && found.length <= limit; page++) {
    const asked = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const part = await servicesOf(context).files.list(ownerOf(context), asked);
    for (const file of part.files) {
      if (isPast && (purpose === undefined || purposeOf(file) === purpose)) found.push(file);
      isPast ||= file.id === after;
    }
    cursor = part.cursor;
    if (cursor === undefined) break;
  }
  const data = found.slice(0, limit).map(shown);
  const [first_id = null, last_id = null] = [data[0]?.id, data.at(-1)?.id];
  return reply(200, { object: "list" as const, data, first_id, last_id, has_more: found.length > limit });
}

export async function describe(context: ApiContext, id: string) {
  const file = await servicesOf(context).files.describe(ownerOf(context), id);
  if (!file) throw missing();
  return reply(200, shown(file));
}

export async function content(context: ApiContext, id: string): Promise<Response> {
  const file = await servicesOf(context).files.open(ownerOf(context), id);
  if (!file) throw missing();
  return fileResponse({ ...file, bytes: file.body });
}

export async function remove(context: ApiContext, id: string) {
  if (!(await servicesOf(context).files.remove(ownerOf(context), id))) throw missing();
  return reply(200, { id, object: "file" as const, deleted: true as const });
}

function isPurpose(purpose: unknown): purpose is Purpose {
  return purpose === "assistants" || purpose === "vision" || purpose === "user_data";
}

/** The purpose that an upload named is not kept: a file may be used for all of them. */
function purposeOf({ media_type }: FileMeta): Purpose {
  return media_type.startsWith("image/") ? "vision" : "user_data";
}

function shown(file: FileMeta) {
  const { id, size: bytes, created_at, name: filename } = file;
  const created = Math.floor(created_at / 1000);
  const [object, status] = ["file" as const, "processed" as const];
  return { id, object, bytes, created_at: created, filename, purpose: purposeOf(file), status };
}

function ownerOf(context: ApiContext): string {
  return context.get("principal").owner;
}

function malformed(reason: string): AppError {
  return new AppError("malformed_request", reason);
}

function missing(): AppError {
  return new AppError("resource_not_found", "There is no such file, or it is not yours.");
}
