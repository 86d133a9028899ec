/** Facts and their history. */

import { z } from "zod";
import { scope, trust } from "../../../contract/memory/fields.ts";
import { FactChangeBody, FactShape, NewFactBody, StoredFactShape } from "../../../contract/memory/items.ts";
import { date, listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import { nameKey } from "../../../memory/text/names.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { flag } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import {
  factView,
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

const ListQuery = () =>
  z.object({
    ...PageQuery(),
    scope: scope.optional(),
    entity: z.string().trim().min(1).max(120).optional(),
    at: date.optional(),
    believed_at: date.optional(),
    history: flag,
    trust: trust.optional(),
  });

const FACT = "/memory/facts/:id";

export const memoryFactRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/memory/facts",
    policy: READ,
    summary: "Facts: those believed now, those true `at` a time, or those `believed_at` a time.",
    query: ListQuery,
    answers: () => ({ 200: listOf(FactShape()) }),
    handler: (context, { query }) => list(context, query),
  }),
  defineRoute({
    method: "post",
    path: "/memory/facts",
    policy: WRITE,
    summary: "Writes a fact; a new value ends the old one.",
    body: NewFactBody,
    answers: () => ({ 200: StoredFactShape(), 201: StoredFactShape() }),
    handler: (context, { body }) => create(context, body),
  }),
  defineRoute({
    method: "patch",
    path: FACT,
    policy: WRITE,
    summary: "Corrects a fact, retires it, or trusts one from outside, which ends what it disputes.",
    params: ofItem,
    body: FactChangeBody,
    answers: () => ({ 200: FactShape() }),
    handler: (context, { params: { id }, body }) => patch(context, id, body),
  }),
  defineRoute({
    ...REMOVAL,
    path: FACT,
    summary: "Forgets a fact; `?final=true` for good.",
    handler: (context, input) => removeItem(context, input, ["fct_", "fact"]),
  }),
];

async function list(context: ApiContext, query: SchemaOutput<typeof ListQuery>) {
  const { cursor, limit: size, scope: wanted, entity, at, believed_at, history, trust: whose } = query;
  const { memory } = servicesOf(context);
  const owner = ownerOf(context);
  const main = entity === undefined ? undefined : nameKey(await memory.names.mainName(owner, entity));
  const rows = await memory.facts.list(
    owner,
    {
      scopes: await ownScopes(context, wanted),
      ...(main === undefined ? {} : { entity: main }),
      ...(at === undefined ? {} : { at }),
      ...(believed_at === undefined ? {} : { believed_at }),
      history,
      ...(whose === undefined ? {} : { trust: whose }),
    },
    pageRequestOf({ cursor, limit: size }),
  );
  return reply(200, pageOf(rows, size, { time: (row) => row.updated_at, view: factView }));
}

async function create(context: ApiContext, body: SchemaOutput<typeof NewFactBody>) {
  const { valid_from, valid_to, confidence, sticky, many, ...fact } = body;
  const outcome = await servicesOf(context).memory.writeFact({
    ...fact,
    owner: ownerOf(context),
    origin: "person",
    trust: "trusted",
    ...(valid_from === undefined ? {} : { valid_from }),
    ...(valid_to === undefined ? {} : { valid_to }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(sticky === undefined ? {} : { sticky }),
    ...(many === undefined ? {} : { many }),
  });
  if (outcome.status === "refused")
    throw new AppError("malformed_request", `Not stored: ${outcome.problem}.`);
  const superseded = outcome.status === "stored" ? outcome.superseded.map(({ id }) => id) : [];
  return reply(outcome.status === "stored" ? 201 : 200, { ...factView(outcome.fact), superseded });
}

async function patch(context: ApiContext, id: string, body: SchemaOutput<typeof FactChangeBody>) {
  const fact = await servicesOf(context).memory.facts.edit(ownerOf(context), id, definedOf(body));
  if (fact === undefined) throw missing("fact", id);
  return reply(200, factView(fact));
}
