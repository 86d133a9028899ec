/** Memories: list, write, edit and delete. */

import { z } from "zod";
import { scope, trust } from "../../../contract/memory/fields.ts";
import { MemoryChangeBody, MemoryShape, NewMemoryBody } from "../../../contract/memory/items.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { flag } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import {
  memoryView,
  missing,
  ofItem,
  ownerOf,
  ownScopes,
  PageQuery,
  pageOf,
  pageRequestOf,
  READ,
  REMOVAL,
  removeItem,
  WRITE,
} from "./views.ts";

const tier = z.enum(["short_term", "long_term"]);

const ListQuery = () =>
  z.object({
    ...PageQuery(),
    scope: scope.optional(),
    tier: tier.optional(),
    tag: z.string().max(60).optional(),
    faded: flag,
    trust: trust.optional(),
  });

const ITEM = "/memory/items/:id";

export const memoryItemRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/memory/items",
    policy: READ,
    summary: "Memories, the newest first; `faded=true` those that faded or were corrected.",
    query: ListQuery,
    answers: () => ({ 200: listOf(MemoryShape()) }),
    handler: (context, { query }) => list(context, query),
  }),
  defineRoute({
    method: "post",
    path: "/memory/items",
    policy: WRITE,
    summary: "Writes a memory.",
    body: NewMemoryBody,
    answers: () => ({ 200: MemoryShape(), 201: MemoryShape() }),
    handler: (context, { body }) => create(context, body),
  }),
  defineRoute({
    method: "get",
    path: ITEM,
    policy: READ,
    summary: "A memory, and where it came from.",
    params: ofItem,
    answers: () => ({ 200: MemoryShape() }),
    handler: (context, { params: { id } }) => read(context, id),
  }),
  defineRoute({
    method: "patch",
    path: ITEM,
    policy: WRITE,
    summary: "Edits a memory; a faded one comes back. `trust` is the person's word on one from outside.",
    params: ofItem,
    body: MemoryChangeBody,
    answers: () => ({ 200: MemoryShape() }),
    handler: (context, { params: { id }, body }) => patch(context, id, body),
  }),
  defineRoute({
    ...REMOVAL,
    path: ITEM,
    summary: "Forgets a memory; `?final=true` for good.",
    handler: (context, input) => removeItem(context, input, ["mem_", "memory"]),
  }),
];

async function list(context: ApiContext, query: SchemaOutput<typeof ListQuery>) {
  const { cursor, limit: size, scope: wanted, tier: only, tag, faded, trust: whose } = query;
  const { memory, now } = servicesOf(context);
  const rows = await memory.memories.list(
    ownerOf(context),
    {
      scopes: await ownScopes(context, wanted),
      ...definedOf({ tier: only, tag, trust: whose }),
      ...(faded ? { faded } : { held: true }),
    },
    pageRequestOf({ cursor, limit: size }),
  );
  return reply(
    200,
    pageOf(rows, size, { time: (row) => row.updated_at, view: (row) => memoryView(row, now()) }),
  );
}

async function create(context: ApiContext, body: SchemaOutput<typeof NewMemoryBody>) {
  const { memory, now } = servicesOf(context);
  const outcome = await memory.remember({
    ...definedOf(body),
    scope: body.scope,
    content: body.content,
    owner: ownerOf(context),
    origin: "person",
    trust: "trusted",
  });
  if (outcome.status === "refused") {
    throw new AppError("malformed_request", `Not stored: ${outcome.problem}.`);
  }
  return reply(outcome.status === "stored" ? 201 : 200, memoryView(outcome.memory, now()));
}

async function read(context: ApiContext, id: string) {
  const { memory, now } = servicesOf(context);
  const [found] = await memory.memories.get(ownerOf(context), [id]);
  if (found === undefined) throw missing("memory", id);
  return reply(200, memoryView(found, now()));
}

async function patch(context: ApiContext, id: string, body: SchemaOutput<typeof MemoryChangeBody>) {
  const { memory, now } = servicesOf(context);
  const changed = await memory.memories.edit(ownerOf(context), id, definedOf(body));
  if (changed === undefined) throw missing("memory", id);
  return reply(200, memoryView(changed, now()));
}
