/** Memories: list, write, edit and delete. */
import { z } from "zod";
import { trust } from "../../../contract/memory/fields.ts";
import { MemoryChangeBody, MemoryShape, NewMemoryBody } from "../../../contract/memory/items.ts";
import { definedOf } from "../../../domain/defined.ts";
import { defineRoute } from "../../http/api.ts";
import { flag } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { ItemQuery, itemRoutes, ownEntry, storedOf } from "./item-routes.ts";
import { WRITE } from "./requests.ts";
import { memoryView } from "./views.ts";

const path = "/memory/items";

const ListQuery = () =>
  ItemQuery().extend({
    tier: MemoryShape().shape.tier.optional(),
    tag: z.string().max(60).optional(),
    faded: flag,
    trust: trust.optional(),
  });

const create = defineRoute({
  method: "post",
  path,
  policy: WRITE,
  summary: "Writes a memory.",
  body: NewMemoryBody,
  answers: () => ({ 200: MemoryShape(), 201: MemoryShape() }),
  async handler(context, { body: { scope, content, ...body } }) {
    const { memory, now } = servicesOf(context);
    const entry = { ...definedOf(body), scope, content, ...ownEntry(context) };
    const outcome = storedOf(await memory.remember(entry));
    return reply(outcome.status === "stored" ? 201 : 200, memoryView(outcome.memory, now()));
  },
});

export const memoryItemRoutes = itemRoutes({
  name: "memory",
  prefix: "mem_",
  path,
  shape: MemoryShape,
  view: memoryView,
  list: {
    summary: "Memories, the newest first; `faded=true` those that faded or were corrected.",
    query: ListQuery,
    rows: (memory, { owner, scopes }, { query: { tier, tag, faded, trust }, page }) => {
      const which = faded ? { faded } : ({ held: true } as const);
      return memory.memories.list(owner, { scopes, ...definedOf({ tier, tag, trust }), ...which }, page);
    },
    time: (row) => row.updated_at,
  },
  create,
  read: {
    summary: "A memory, and where it came from.",
    rows: (memory, { owner, id }) => memory.memories.get(owner, [id]),
  },
  change: {
    summary: "Edits a memory; a faded one comes back. `trust` is the person's word on one from outside.",
    body: MemoryChangeBody,
    edit: (memory, { owner, id }, change) => memory.memories.edit(owner, id, definedOf(change)),
  },
  remove: { summary: "Forgets a memory; `?final=true` for good." },
});
