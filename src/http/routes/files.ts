/** Files of messages over HTTP: upload, list, download, remove. */
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { type FileMeta, MAX_UPLOAD_BYTES } from "../../tools/files/port.ts";
import { type ApiContext, type Route, readQuery } from "../api.ts";
import { limit } from "../query.ts";
import { fileResponse } from "../serve-file.ts";

export const fileRoutes: Route[] = [
  {
    method: "post",
    path: "/files",
    access: "person",
    summary: "Uploads a file: multipart with a field `file`, or the bytes as the body with `?name=`.",
    handler: upload,
  },
  { method: "get", path: "/files", access: "person", summary: "One's files, newest first.", handler: list },
  { method: "get", path: "/files/:id", access: "person", summary: "A file's content.", handler: download },
  { method: "delete", path: "/files/:id", access: "person", summary: "Removes a file.", handler: remove },
];

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

async function upload(context: ApiContext): Promise<Response> {
  const sent = await received(context);
  if (sent.bytes.length === 0) throw new AppError("malformed_request", "The file is empty.");
  if (sent.bytes.length > MAX_UPLOAD_BYTES) {
    throw new AppError("payload_too_large", `A file has at most ${MAX_UPLOAD_BYTES} bytes.`);
  }
  const media_type = MEDIA_TYPE.test(sent.media_type) ? sent.media_type : "application/octet-stream";
  const file = await context.get("house").files.put(owner(context), { ...sent, media_type });
  return context.json(shown(file), 201);
}

async function received(
  context: ApiContext,
): Promise<{ name: string; media_type: string; bytes: Uint8Array }> {
  const type = context.req.header("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) {
    const bytes = new Uint8Array(await context.req.arrayBuffer());
    return { name: context.req.query("name") ?? "file", media_type: type.split(";")[0]?.trim() ?? "", bytes };
  }
  const file = (await formOf(context)).get("file");
  if (!(file instanceof File)) {
    throw new AppError("malformed_request", "The form has no file: send it in a field named file.");
  }
  return {
    name: file.name,
    media_type: file.type.split(";")[0] ?? "",
    bytes: new Uint8Array(await file.arrayBuffer()),
  };
}

async function formOf(context: ApiContext): Promise<FormData> {
  try {
    return await context.req.formData();
  } catch (cause) {
    throw new AppError("malformed_request", "The body is not a valid multipart form.", { cause });
  }
}

const ListQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: limit({ usual: 50, most: 100 }),
});

async function list(context: ApiContext): Promise<Response> {
  const { cursor, limit } = readQuery(context, ListQuery);
  const page = { limit, ...(cursor !== undefined && { cursor }) };
  const { files, cursor: next } = await context.get("house").files.list(owner(context), page);
  return context.json({ items: files.map(shown), next_cursor: next ?? null });
}

async function download(context: ApiContext): Promise<Response> {
  const file = await context.get("house").files.get(owner(context), id(context));
  if (!file) throw missing();
  return fileResponse(file);
}

async function remove(context: ApiContext): Promise<Response> {
  if (!(await context.get("house").files.remove(owner(context), id(context)))) throw missing();
  return context.body(null, 204);
}

function id(context: ApiContext): string {
  return context.req.param("id") ?? "";
}

function missing(): AppError {
  return new AppError("resource_not_found", "There is no such file, or it is not yours.");
}

function owner(context: ApiContext): string {
  return context.get("principal").owner;
}

/** `file_id` is what a message refers to. */
function shown({ id: file_id, name, media_type, size, created_at }: FileMeta) {
  const at = new Date(created_at).toISOString();
  return { id: file_id, file_id, name, media_type, size, created_at: at, url: `/api/v1/files/${file_id}` };
}
