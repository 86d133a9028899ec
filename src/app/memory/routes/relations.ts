/** Relations between people and things. */
import { z } from "zod";
import { trust } from "../../../contract/memory/fields.ts";
import { NewRelationBody, RelationChangeBody, RelationShape } from "../../../contract/memory/items.ts";
import { definedOf } from "../../../domain/defined.ts";
import { defineRoute } from "../../http/api.ts";
import { flag } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { ItemQuery, itemRoutes, ownEntry, storedOf } from "./item-routes.ts";
import { WRITE } from "./requests.ts";
import { relationView } from "./views.ts";

const path = "/memory/relations";

const ListQuery = () =>
  ItemQuery().extend({
    about: z.string().trim().min(1).max(120).optional(),
    history: flag,
    trust: trust.optional(),
  });

const create = defineRoute({
  method: "post",
  path,
  policy: WRITE,
  summary: "Writes a relation; one that ended holds again.",
  body: NewRelationBody,
  answers: () => ({ 200: RelationShape(), 201: RelationShape() }),
  async handler(context, { body }) {
    const { memory } = servicesOf(context);
    const outcome = storedOf(await memory.relations.write({ ...body, ...ownEntry(context) }));
    return reply(outcome.status === "stored" ? 201 : 200, relationView(outcome.relation));
  },
});

export const memoryRelationRoutes = itemRoutes({
  name: "relation",
  prefix: "rel_",
  path,
  shape: RelationShape,
  view: relationView,
  list: {
    summary: "Relations that hold, the newest first; `about` those of a name, `history` ended ones too.",
    query: ListQuery,
    rows: (memory, { owner }, { query: { about, history, trust }, page }) =>
      memory.relations.list(owner, { history, ...definedOf({ about, trust }) }, page),
    time: (row) => row.created_at,
  },
  create,
  read: {
    summary: "A relation, and where it came from.",
    rows: (memory, { owner, id }) => memory.relations.get(owner, [id]),
  },
  change: {
    summary: "Ends a relation, lets it hold again, or trusts one from outside.",
    body: RelationChangeBody,
    edit: (memory, { owner, id }, change) => memory.relations.edit(owner, id, definedOf(change)),
  },
  remove: { summary: "Forgets a relation; `?final=true` for good." },
});
