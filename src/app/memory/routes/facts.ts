/** Facts and their history. */
import { z } from "zod";
import { trust } from "../../../contract/memory/fields.ts";
import { FactChangeBody, FactShape, NewFactBody, StoredFactShape } from "../../../contract/memory/items.ts";
import { date } from "../../../contract/schema.ts";
import { definedOf } from "../../../domain/defined.ts";
import type { LongTermMemory } from "../../../memory/create-memory.ts";
import { nameKey } from "../../../memory/text/names.ts";
import { defineRoute } from "../../http/api.ts";
import { flag } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { ItemQuery, itemRoutes, ownEntry, storedOf } from "./item-routes.ts";
import { WRITE } from "./requests.ts";
import { factView } from "./views.ts";

const path = "/memory/facts";

const ListQuery = () =>
  ItemQuery().extend({
    entity: z.string().trim().min(1).max(120).optional(),
    at: date.optional(),
    believed_at: date.optional(),
    history: flag,
    trust: trust.optional(),
  });

const create = defineRoute({
  method: "post",
  path,
  policy: WRITE,
  summary: "Writes a fact; a new value ends the old one.",
  body: NewFactBody,
  answers: () => ({ 200: StoredFactShape(), 201: StoredFactShape() }),
  async handler(context, { body: { scope, entity, attribute, value, ...rest } }) {
    const { memory } = servicesOf(context);
    const entry = { scope, entity, attribute, value, ...definedOf(rest), ...ownEntry(context) };
    const outcome = storedOf(await memory.writeFact(entry));
    const superseded = outcome.status === "stored" ? outcome.superseded.map(({ id }) => id) : [];
    return reply(outcome.status === "stored" ? 201 : 200, { ...factView(outcome.fact), superseded });
  },
});

export const memoryFactRoutes = itemRoutes({
  name: "fact",
  prefix: "fct_",
  path,
  shape: FactShape,
  view: factView,
  list: {
    summary: "Facts: those believed now, those true `at` a time, or those `believed_at` a time.",
    query: ListQuery,
    async rows(memory, { owner, scopes }, { query: { entity, at, believed_at, history, trust }, page }) {
      const main = entity === undefined ? undefined : await mainKey(memory, owner, entity);
      const filter = { scopes, history, ...definedOf({ entity: main, at, believed_at, trust }) };
      return memory.facts.list(owner, filter, page);
    },
    time: (row) => row.updated_at,
  },
  create,
  change: {
    summary: "Corrects a fact, retires it, or trusts one from outside, which ends what it disputes.",
    body: FactChangeBody,
    edit: (memory, { owner, id }, change) => memory.facts.edit(owner, id, definedOf(change)),
  },
  remove: { summary: "Forgets a fact; `?final=true` for good." },
});

async function mainKey({ names }: LongTermMemory, owner: string, entity: string): Promise<string> {
  return nameKey(await names.mainName(owner, entity));
}
