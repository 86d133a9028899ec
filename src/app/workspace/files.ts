/** Answers about files of messages; loaded by the first request for one. */
import { definedOf } from "../../domain/defined.ts";
import { AppError } from "../../domain/errors.ts";
import type { Unread } from "../../domain/text/document-reading.ts";
import { readFile } from "../../tools/files/file-text.ts";
import { type FileContent, MAX_UPLOAD_BYTES } from "../../tools/files/port.ts";
import { conversationIdOf } from "../conversations/conversation-access.ts";
import { shownFile } from "../http/answers/shown-file.ts";
import { shownReading } from "../http/answers/shown-reading.ts";
import { type ApiContext, unwrap } from "../http/api.ts";
import { checkGuestFile, countGuest } from "../http/guests.ts";
import { reply } from "../http/reply.ts";
import { fileResponse } from "../http/serve-file.ts";
import { conversationStub } from "../objects/stubs.ts";
import { servicesOf } from "./services.ts";

interface FileListQuery {
  cursor?: string | undefined;
  limit: number;
  q?: string | undefined;
  message?: string | undefined;
  conversation?: string | undefined;
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

export async function upload(context: ApiContext, name: string | undefined) {
  const sent = await received(context, name);
  if (sent.bytes.length === 0) throw new AppError("malformed_request", "The file is empty.");
  if (sent.bytes.length > MAX_UPLOAD_BYTES) {
    throw new AppError("payload_too_large", `A file has at most ${MAX_UPLOAD_BYTES} bytes.`);
  }
  checkGuestFile(context, sent.bytes.length);
  await countGuest(context, "files");
  const media_type = MEDIA_TYPE.test(sent.media_type) ? sent.media_type : "application/octet-stream";
  const file = await servicesOf(context).files.put(owner(context), { ...sent, media_type });
  return reply(201, shownFile(file));
}

async function received(
  context: ApiContext,
  name = "file",
): Promise<{ name: string; media_type: string; bytes: Uint8Array }> {
  const type = context.req.header("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) {
    const bytes = new Uint8Array(await context.req.arrayBuffer());
    return { name, media_type: type.split(";")[0]?.trim() ?? "", bytes };
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

export async function list(context: ApiContext, query: FileListQuery) {
  const { cursor, limit, q, message, conversation } = query;
  if (message !== undefined || conversation !== undefined)
    return listOfMessage(context, { message, conversation });
  const page = { limit, ...definedOf({ cursor, named: q || undefined }) };
  const { files, cursor: next } = await servicesOf(context).files.list(owner(context), page);
  return reply(200, { items: files.map(shownFile), next_cursor: next ?? null });
}

interface Place {
  message: string | undefined;
  conversation: string | undefined;
}

async function listOfMessage(context: ApiContext, { message, conversation }: Place) {
  if (message === undefined || conversation === undefined)
    throw new AppError("malformed_request", "Give both: conversation and message name one message.");
  const stub = conversationStub(context.env, conversationIdOf(conversation));
  const held = unwrap(await stub.filesOf(context.get("principal"), message));
  if (!held) throw new AppError("resource_not_found", "There is no such message in that conversation.");
  const { files } = servicesOf(context);
  const described = await Promise.all(held.map(({ file_id, owner }) => files.describe(owner, file_id)));
  // A file that was removed since is left out.
  const items = described.flatMap((file) => (file ? [shownFile(file)] : []));
  return reply(200, { items, next_cursor: null });
}

export async function download(context: ApiContext, id: string, conversation?: string): Promise<Response> {
  const { files } = servicesOf(context);
  const file = await files.open(await holderIn(context, id, conversation), id);
  if (!file) throw missing();
  return fileResponse({ ...file, bytes: file.body });
}

/**
 * Cached by the browser: the same bytes always give the same text, and reading them takes a while. A failure is not cached,
 * as the file may be readable another time.
 */
export async function reading(context: ApiContext, id: string, conversation?: string) {
  const file = await found(context, id, conversation);
  const text = await textOf(context, file);
  if (typeof text !== "string") {
    context.header("cache-control", "no-store");
    const { owner: whose, role } = context.get("principal");
    const canRecognize = text.scan === "pdf" && whose === file.owner && role !== "guest";
    return reply(200, {
      readable: false,
      problem: text.problem,
      ...(canRecognize && servicesOf(context).ocrEngine() && { can_recognize: true as const }),
    });
  }
  context.header("cache-control", "private, max-age=31536000, immutable");
  return reply(200, shownReading(file, text));
}

/** Text of a scan: as it was recognized earlier. */
async function textOf(context: ApiContext, file: FileContent): Promise<string | Unread> {
  const { readPdf, readScan } = servicesOf(context);
  const text = await readFile(file, readPdf);
  return typeof text === "string" || text.scan !== "pdf" ? text : readScan(file, false);
}

async function found(context: ApiContext, id: string, conversation?: string): Promise<FileContent> {
  const { files } = servicesOf(context);
  const whose = await holderIn(context, id, conversation);
  const file = await files.get(whose, id);
  if (file) return file;
  if (await files.describe(whose, id))
    throw new AppError("payload_too_large", `A file of more than ${MAX_UPLOAD_BYTES} bytes is not read.`);
  throw missing();
}

/** Owner of the file. One that no message of the conversation holds may still be the caller's own, named in somebody's text. */
async function holderIn(context: ApiContext, id: string, conversation?: string): Promise<string> {
  const holder = conversation === undefined ? null : await holderOf(context, id, conversation);
  return holder ?? owner(context);
}

/** Asks the conversation whether the caller may read there, and whose the file in it is. */
async function holderOf(context: ApiContext, id: string, conversation: string): Promise<string | null> {
  const stub = conversationStub(context.env, conversationIdOf(conversation));
  return unwrap(await stub.holder(context.get("principal"), id));
}

export async function remove(context: ApiContext, id: string): Promise<Response> {
  if (!(await servicesOf(context).files.remove(owner(context), id))) throw missing();
  return context.body(null, 204);
}

function missing(): AppError {
  return new AppError("resource_not_found", "There is no such file, or it is not yours.");
}

function owner(context: ApiContext): string {
  return context.get("principal").owner;
}
