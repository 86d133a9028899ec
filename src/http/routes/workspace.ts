/** The workspace over HTTP: list, read, write and remove files, and take back earlier versions. */
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { type FileInfo, MAX_FILE_BYTES, type StoredFile } from "../../tools/workspace/port.ts";
import { safePath } from "../../tools/workspace/safe-path.ts";
import { writablePath } from "../../tools/workspace/writable-path.ts";
import { type ApiContext, type Route, readQuery } from "../api.ts";
import { iso, limit } from "../query.ts";
import { fileResponse } from "../serve-file.ts";

const ROOT = "/workspace";
const FILE = `${ROOT}/:path{.+}`;

export const workspaceRoutes: Route[] = [
  { method: "get", path: ROOT, access: "person", summary: "The files of the workspace.", handler: list },
  {
    method: "get",
    path: FILE,
    access: "person",
    summary: "A file; `?versions=true` lists its earlier versions, `?version=id` reads one.",
    handler: read,
  },
  {
    method: "put",
    path: FILE,
    access: "person",
    summary: "Writes a file; `?restore=id` takes back an earlier version.",
    handler: write,
  },
  { method: "delete", path: FILE, access: "person", summary: "Removes a file.", handler: remove },
];

const ListQuery = z.object({
  folder: z.string().default(""),
  cursor: z.string().max(2000).optional(),
  limit: limit({ usual: 200, most: 1000 }),
});

async function list(context: ApiContext): Promise<Response> {
  const { folder, cursor, limit } = readQuery(context, ListQuery);
  const name = folder.replace(/\/+$/, "");
  const prefix = name === "" ? "" : `${checked(safePath(name))}/`;
  const page = { limit, ...(cursor !== undefined && { cursor }) };
  const listing = await context.get("house").workspace.list(owner(context), prefix, page);
  return context.json({ items: listing.files.map(shown), next_cursor: listing.cursor ?? null });
}

async function read(context: ApiContext): Promise<Response> {
  const { workspace } = context.get("house");
  const path = pathOf(context, safePath);
  const { version, versions } = context.req.query();
  if (versions !== undefined) {
    const items = await workspace.versions(owner(context), path);
    const shownItems = items.map(({ replaced_at, ...item }) => ({ ...item, replaced_at: iso(replaced_at) }));
    return context.json({ items: shownItems, next_cursor: null });
  }
  return served(
    version === undefined ? await existing(context, path) : await earlier(context, path, version),
  );
}

async function write(context: ApiContext): Promise<Response> {
  const path = pathOf(context, writablePath);
  const { restore } = context.req.query();
  const bytes =
    restore === undefined
      ? new Uint8Array(await context.req.arrayBuffer())
      : (await earlier(context, path, restore)).bytes;
  if (bytes.length > MAX_FILE_BYTES) {
    throw new AppError("payload_too_large", `A file has at most ${MAX_FILE_BYTES} bytes.`);
  }
  const result = await context
    .get("house")
    .workspace.write(owner(context), path, { bytes, ...condition(context) });
  if (result.status === "changed") {
    throw new AppError("conflict", `${path} is no longer what If-Match says. Read it again, then write.`);
  }
  const status = result.status === "created" ? 201 : 200;
  return context.json({ path, size: bytes.length, etag: result.etag, created: status === 201 }, status);
}

async function remove(context: ApiContext): Promise<Response> {
  const path = pathOf(context, writablePath);
  if (!(await context.get("house").workspace.remove(owner(context), path))) throw missing(path);
  return context.body(null, 204);
}

/** `If-Match: "etag"` writes over that content only; `If-None-Match: *` only where there is none. */
function condition(context: ApiContext): { if_etag?: string | null } {
  const match = context.req.header("if-match");
  if (match !== undefined) return { if_etag: match.replace(/^W\//, "").replaceAll('"', "") };
  return context.req.header("if-none-match") === "*" ? { if_etag: null } : {};
}

async function existing(context: ApiContext, path: string): Promise<StoredFile> {
  const file = await context.get("house").workspace.read(owner(context), path);
  if (!file) throw missing(path);
  return file;
}

async function earlier(context: ApiContext, path: string, id: string): Promise<StoredFile> {
  const isId = /^[\w.-]+$/.test(id) && !id.includes("..");
  const file = isId ? await context.get("house").workspace.readVersion(owner(context), path, id) : undefined;
  if (!file) throw new AppError("resource_not_found", `There is no version ${id.slice(0, 80)} of ${path}.`);
  return file;
}

function served({ path, ...file }: StoredFile): Response {
  return fileResponse({ ...file, name: path });
}

function pathOf(context: ApiContext, check: typeof safePath): string {
  return checked(check(context.req.param("path") ?? ""));
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

function shown({ updated_at, ...file }: FileInfo) {
  return { ...file, updated_at: iso(updated_at) };
}
