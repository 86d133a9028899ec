/** Answers to the routes of an import in steps, loaded by the first of them. */
import type { NewImportFields, TakeFields } from "../../../contract/imports.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { newRecord } from "../../../export/imports/record.ts";
import { PART_BYTES, R2Imports, type StoredImport } from "../../../storage/r2/imports.ts";
import type { ApiContext } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { readJob, takeJob } from "./steps.ts";
import { importView } from "./view.ts";

/** Imports of one person that are not finished: each may hold gigabytes. */
const MOST_OPEN = 5;

function storeOf(context: ApiContext): R2Imports {
  return new R2Imports(servicesOf(context).env.BUCKET);
}

function ownerOf(context: ApiContext): string {
  return context.get("principal").owner;
}

async function own(context: ApiContext, id: string): Promise<StoredImport> {
  const stored = await storeOf(context).get({ owner: ownerOf(context), id });
  if (stored) return stored;
  throw new AppError("resource_not_found", "There is no such import, or it is not yours.");
}

export async function list(context: ApiContext) {
  const items = (await storeOf(context).list(ownerOf(context))).map(importView);
  return reply(200, { items, next_cursor: null });
}

export async function show(context: ApiContext, id: string) {
  return reply(200, importView((await own(context, id)).record));
}

export async function remove(context: ApiContext, id: string): Promise<Response> {
  const { record } = await own(context, id);
  await storeOf(context).remove(record);
  return context.body(null, 204);
}

export async function begin(context: ApiContext, { files }: SchemaOutput<typeof NewImportFields>) {
  const { ids, now } = servicesOf(context);
  const owner = ownerOf(context);
  const open = (await storeOf(context).list(owner)).filter(
    ({ state }) => state !== "done" && state !== "failed",
  );
  if (open.length >= MOST_OPEN)
    throw new AppError(
      "conflict",
      `You have ${MOST_OPEN} imports that are not finished. Finish or remove one of them first.`,
    );
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const record = newRecord({ id: ids.create("imp"), owner, size, files: files.length }, now());
  await storeOf(context).create(record, files);
  return reply(201, importView(record));
}

export async function putPart(context: ApiContext, id: string, index: number): Promise<Response> {
  const { record } = await own(context, id);
  if (record.state !== "receiving") throw new AppError("conflict", "This import has all its files already.");
  const due = Math.min(PART_BYTES, record.size - index * PART_BYTES);
  const length = Number(context.req.header("content-length") ?? due);
  const bytes = length > PART_BYTES ? undefined : await context.req.arrayBuffer();
  if (due <= 0 || bytes?.byteLength !== due)
    throw new AppError("malformed_request", `Part ${index} has to be ${Math.max(due, 0)} bytes long.`);
  await storeOf(context).putPart(record, index, bytes);
  return context.body(null, 204);
}

export async function preview(context: ApiContext, id: string) {
  const { record, version } = await own(context, id);
  if (record.state === "reading") await servicesOf(context).jobs.enqueue(readJob(record));
  if (record.state !== "receiving") return reply(202, importView(record));
  const there = await storeOf(context).parts(record);
  const count = Math.ceil(record.size / PART_BYTES);
  const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !there.has(index));
  if (missing.length > 0)
    throw new AppError("conflict", `Parts are missing: ${missing.slice(0, 20).join(", ")}. Send them first.`);
  await changed(context, { record: { ...record, state: "reading", step: 1 }, version });
  await servicesOf(context).jobs.enqueue(readJob({ ...record, step: 1 }));
  return reply(202, importView({ ...record, state: "reading" }));
}

export async function start(context: ApiContext, id: string, body: SchemaOutput<typeof TakeFields>) {
  const { record, version } = await own(context, id);
  if (record.state === "taking") {
    await servicesOf(context).jobs.enqueue(takeJob(record));
    return reply(202, importView(record));
  }
  if (record.state !== "ready")
    throw new AppError("conflict", "This import is not at its preview: it is being read, or is done.");
  const all = record.sources.map((_, index) => index);
  const sources = (body.sources ?? all).filter((index) => index < record.sources.length);
  const step = record.step + 1;
  const taken = { ...record, state: "taking" as const, step, take: { kinds: body.kinds, sources } };
  await changed(context, { record: taken, version });
  await servicesOf(context).jobs.enqueue(takeJob(taken));
  return reply(202, importView(taken));
}

async function changed(context: ApiContext, stored: StoredImport): Promise<void> {
  const { now } = servicesOf(context);
  const record = { ...stored.record, updated_at: now() };
  if (await storeOf(context).save({ ...stored, record })) return;
  throw new AppError("conflict", "This import was changed meanwhile. Look at it again.");
}
