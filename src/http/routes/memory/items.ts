/** Memories: to list, write, edit and delete. */
import { z } from "zod";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, type Route, readBody, readQuery } from "../../api.ts";
import { flag } from "../../query.ts";
import { memoryView, missing, ownerOf, ownScopes, PageQuery, pageOf, removeItem, scope } from "./views.ts";

const tier = z.enum(["short_term", "long_term"]);
const tags = z.array(z.string().max(60)).max(20);
const content = z.string().trim().min(1).max(4_000);
const about = z.string().max(120);

const ListQuery = z.object({
  ...PageQuery,
  scope: scope.optional(),
  tier: tier.optional(),
  tag: z.string().max(60).optional(),
  faded: flag,
});
const CreateBody = z.object({
  content,
  about: about.optional(),
  tier: tier.optional(),
  tags: tags.optional(),
  sticky: z.boolean().optional(),
  priority: z.number().min(0).max(1).optional(),
  scope: scope.default("person"),
});
const PatchBody = z.object({
  content: content.optional(),
  about: about.optional(),
  tier: tier.optional(),
  tags: tags.optional(),
  sticky: z.boolean().optional(),
  priority: z.number().min(0).max(1).optional(),
});

const ITEM = "/memory/items/:id";

export const memoryItemRoutes: Route[] = [
  {
    method: "get",
    path: "/memory/items",
    access: "person",
    summary: "Memories, the newest first.",
    handler: list,
  },
  { method: "post", path: "/memory/items", access: "person", summary: "Writes a memory.", handler: create },
  {
    method: "get",
    path: ITEM,
    access: "person",
    summary: "A memory, and where it came from.",
    handler: read,
  },
  {
    method: "patch",
    path: ITEM,
    access: "person",
    summary: "Edits a memory; a faded one comes back.",
    handler: patch,
  },
  { method: "delete", path: ITEM, access: "person", summary: "Deletes a memory for good.", handler: remove },
];

async function list(context: ApiContext): Promise<Response> {
  const { cursor, limit: size, scope: wanted, tier: only, tag, faded } = readQuery(context, ListQuery);
  const { memory, now } = context.get("house");
  const rows = await memory.memories.list(
    ownerOf(context),
    {
      scopes: await ownScopes(context, wanted),
      ...(only === undefined ? {} : { tier: only }),
      ...(tag === undefined ? {} : { tag }),
      ...(faded ? { faded } : {}),
    },
    { limit: size + 1, ...(cursor === undefined ? {} : { cursor }) },
  );
  return context.json(
    pageOf(rows, size, { time: (row) => row.updated_at, view: (row) => memoryView(row, now()) }),
  );
}

async function create(context: ApiContext): Promise<Response> {
  const body = await readBody(context, CreateBody);
  const { memory, now } = context.get("house");
  const outcome = await memory.remember({
    ...definedOf(body),
    scope: body.scope,
    content: body.content,
    owner: ownerOf(context),
    origin: "person",
  });
  if (outcome.status === "refused") {
    throw new AppError("malformed_request", `Not stored: ${outcome.problem}.`);
  }
  return context.json(memoryView(outcome.memory, now()), outcome.status === "stored" ? 201 : 200);
}

async function read(context: ApiContext): Promise<Response> {
  const id = context.req.param("id") ?? "";
  const { memory, now } = context.get("house");
  const [found] = await memory.memories.get(ownerOf(context), [id]);
  if (found === undefined) throw missing("memory", id);
  return context.json(memoryView(found, now()));
}

async function patch(context: ApiContext): Promise<Response> {
  const id = context.req.param("id") ?? "";
  const change = definedOf(await readBody(context, PatchBody));
  const { memory, now } = context.get("house");
  const changed = await memory.memories.edit(ownerOf(context), id, change);
  if (changed === undefined) throw missing("memory", id);
  return context.json(memoryView(changed, now()));
}

async function remove(context: ApiContext): Promise<Response> {
  return removeItem(context, "mem_", "memory");
}
