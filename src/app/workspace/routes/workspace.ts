/** The workspace over HTTP: list, read, write and remove files, and restore earlier versions. */
import { z } from "zod";
import {
  FileVersionsShape,
  WorkspaceFileShape,
  WrittenFileShape,
} from "../../../contract/agents/workspace.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import {
  type FileInfo,
  MAX_FILE_BYTES,
  type NewContent,
  type StoredFile,
} from "../../../tools/workspace/port.ts";
import { safeFolder, safePath } from "../../../tools/workspace/safe-path.ts";
import { touchOfWrite } from "../../../tools/workspace/steering.ts";
import { writablePath } from "../../../tools/workspace/writable-path.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { iso, limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { fileResponse } from "../../http/serve-file.ts";
import { servicesOf } from "../services.ts";
import { tellEdit, toldConversation } from "./tell-edit.ts";
import { shownVersions } from "./versions.ts";

const ROOT = "/workspace";
const FILE = `${ROOT}/:path{.+}`;

const ListQuery = () =>
  z.object({
    folder: z.string().default(""),
    cursor: z.string().max(2000).optional(),
    limit: limit({ usual: 200, most: 1000 }),
    /** Words that the path contains. */
    q: z.string().trim().max(300).optional(),
  });
const ReadQuery = () => z.object({ version: z.string().optional(), versions: z.string().optional() });
const WriteQuery = () =>
  z.object({
    restore: z.string().optional(),
    /** The conversation beside which it is edited, which is told. */
    conversation: z.string().transform(toldConversation).optional(),
    trust: z.enum(["trusted", "untrusted", "kept"]).optional(),
  });
const readable = () => z.object({ path: pathBy(safePath) });
const writable = () => z.object({ path: pathBy(writablePath) });

export const workspaceRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: ROOT,
    policy: { who: "member", scope: "read" },
    summary: "The files of the workspace; `q` finds them by words of their paths.",
    query: ListQuery,
    answers: () => ({ 200: listOf(WorkspaceFileShape()) }),
    handler: (context, { query }) => list(context, query),
  }),
  defineRoute({
    method: "get",
    path: FILE,
    policy: { who: "member", scope: "read" },
    summary: "A file; `?versions=true` lists its earlier versions, `?version=id` reads one.",
    params: readable,
    query: ReadQuery,
    answers: () => ({ 200: ["file", FileVersionsShape()] }),
    handler: (context, { params: { path }, query }) => read(context, path, query),
  }),
  defineRoute({
    method: "put",
    path: FILE,
    policy: { who: "member", scope: "write" },
    summary:
      "Writes a file; `?restore=id` takes back an earlier version, `?trust=trusted` says that it holds nobody else's words, `?conversation=id` tells that conversation of the edit.",
    params: writable,
    query: WriteQuery,
    takes: ["*/*"],
    answers: () => ({ 200: WrittenFileShape(), 201: WrittenFileShape() }),
    handler: (context, { params: { path }, query }) => write(context, path, query),
  }),
  defineRoute({
    method: "delete",
    path: FILE,
    policy: { who: "member", scope: "write" },
    summary: "Removes a file.",
    params: writable,
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { path } }) => remove(context, path),
  }),
];

async function list(context: ApiContext, { folder, cursor, limit, q }: SchemaOutput<typeof ListQuery>) {
  const prefix = checked(safeFolder(folder));
  const page = { limit, ...definedOf({ cursor, named: q || undefined }) };
  const listing = await servicesOf(context).workspace.list(owner(context), prefix, page);
  return reply(200, { items: listing.files.map(shown), next_cursor: listing.cursor ?? null });
}

async function read(
  context: ApiContext,
  path: string,
  { version, versions }: SchemaOutput<typeof ReadQuery>,
) {
  const { workspace } = servicesOf(context);
  if (versions !== undefined) {
    return reply(200, await shownVersions(workspace, owner(context), path));
  }
  return served(
    version === undefined ? await existing(context, path) : await earlier(context, path, version),
  );
}

async function write(
  context: ApiContext,
  path: string,
  { restore, trust: said, conversation }: SchemaOutput<typeof WriteQuery>,
) {
  const { workspace } = servicesOf(context);
  const before = restore === undefined ? undefined : await earlier(context, path, restore);
  const bytes = before?.bytes ?? new Uint8Array(await context.req.arrayBuffer());
  if (bytes.length > MAX_FILE_BYTES) {
    throw new AppError("payload_too_large", `A file has at most ${MAX_FILE_BYTES} bytes.`);
  }
  const trust = trustOf(path, before?.trust ?? said ?? "untrusted");
  const edited = conversation === undefined ? undefined : await workspace.read(owner(context), path);
  const author = { by: "person" as const, ...definedOf({ conversation_id: conversation }) };
  const content = { bytes, trust, author, ...condition(context) };
  const result = await workspace.write(owner(context), path, content);
  if (result.status === "changed") {
    throw new AppError("conflict", `${path} is no longer what If-Match says. Read it again, then write.`);
  }
  const { version, etag } = result;
  if (conversation !== undefined) {
    const known = trust === "kept" ? (edited?.trust ?? "trusted") : trust;
    await tellEdit(context, conversation, { before: edited, path, bytes, version, trust: known });
  }
  const status = result.status === "created" ? 201 : 200;
  return reply(status, { path, size: bytes.length, etag, created: status === 201, version });
}

/** A person who writes a file that steers the agents has thereby approved it, so it is trusted. */
function trustOf(path: string, said: NonNullable<NewContent["trust"]>): NonNullable<NewContent["trust"]> {
  return touchOfWrite(path).to === "nobody" ? said : "trusted";
}

async function remove(context: ApiContext, path: string): Promise<Response> {
  if (!(await servicesOf(context).workspace.remove(owner(context), path))) throw missing(path);
  return context.body(null, 204);
}

/** `If-Match: "etag"` replaces that content only; `If-None-Match: *` writes only if there is none. */
function condition(context: ApiContext): { if_etag?: string | null } {
  const match = context.req.header("if-match");
  if (match !== undefined) return { if_etag: match.replace(/^W\//, "").replaceAll('"', "") };
  return context.req.header("if-none-match") === "*" ? { if_etag: null } : {};
}

async function existing(context: ApiContext, path: string): Promise<StoredFile> {
  const file = await servicesOf(context).workspace.read(owner(context), path);
  if (!file) throw missing(path);
  return file;
}

async function earlier(context: ApiContext, path: string, id: string): Promise<StoredFile> {
  const isId = /^[\w.-]+$/.test(id) && !id.includes("..");
  const file = isId ? await servicesOf(context).workspace.readVersion(owner(context), path, id) : undefined;
  if (!file) throw new AppError("resource_not_found", `There is no version ${id.slice(0, 80)} of ${path}.`);
  return file;
}

function served({ path, ...file }: StoredFile): Response {
  return fileResponse({ ...file, name: path });
}

/** Refuses a path that names no file of a workspace as the caller's mistake. */
function pathBy(check: typeof safePath) {
  return z.string().transform((text) => checked(check(text)));
}

function checked(result: ReturnType<typeof safePath>): string {
  if (result.ok) return result.path;
  throw new AppError("malformed_request", result.problem);
}

function missing(path: string): AppError {
  return new AppError("resource_not_found", `There is no file ${path} in the workspace.`);
}

function owner(context: ApiContext): string {
  return context.get("principal").owner;
}

function shown({ updated_at, path, size, media_type, etag, trust, version }: FileInfo) {
  return { path, size, media_type, etag, trust, version, updated_at: iso(updated_at) };
}
