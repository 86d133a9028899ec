/** Facts with their history, other names, and state keys. */
import { z } from "zod";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import { nameKey } from "../../../memory/text/names.ts";
import { type ApiContext, type Route, readBody, readQuery } from "../../api.ts";
import { date, flag, iso } from "../../query.ts";
import { factView, missing, ownerOf, ownScopes, PageQuery, pageOf, removeItem, scope } from "./views.ts";

const name = z.string().trim().min(1).max(120);
const value = z.string().trim().min(1).max(500);

const ListQuery = z.object({
  ...PageQuery,
  scope: scope.optional(),
  entity: name.optional(),
  at: date.optional(),
  believed_at: date.optional(),
  history: flag,
});
const CreateBody = z.object({
  entity: name,
  attribute: name,
  value,
  valid_from: date.optional(),
  valid_to: date.optional(),
  confidence: z.number().min(0).max(1).optional(),
  sticky: z.boolean().optional(),
  many: z.boolean().optional(),
  scope: scope.default("person"),
});
const PatchBody = z.object({
  value: value.optional(),
  confidence: z.number().min(0).max(1).optional(),
  sticky: z.boolean().optional(),
  /** True: no longer believed, but kept as history. */
  retired: z.literal(true).optional(),
});
const AliasBody = z.object({ alias: name, entity: name });
const StateBody = z.object({ value: z.string().max(2_000), scope: scope.default("person") });

const FACT = "/memory/facts/:id";
const STATE = "/memory/state/:key";

export const memoryFactRoutes: Route[] = [
  {
    method: "get",
    path: "/memory/facts",
    access: "person",
    summary: "Facts: those believed now, those true `at` a time, or those `believed_at` a time.",
    handler: list,
  },
  {
    method: "post",
    path: "/memory/facts",
    access: "person",
    summary: "Writes a fact; a new value ends the old one.",
    handler: create,
  },
  {
    method: "patch",
    path: FACT,
    access: "person",
    summary: "Corrects a fact, or retires it.",
    handler: patch,
  },
  { method: "delete", path: FACT, access: "person", summary: "Deletes a fact for good.", handler: remove },
  {
    method: "get",
    path: "/memory/aliases",
    access: "person",
    summary: "Other names of people and things.",
    handler: aliases,
  },
  {
    method: "post",
    path: "/memory/aliases",
    access: "person",
    summary: "Adds another name.",
    handler: addAlias,
  },
  {
    method: "delete",
    path: "/memory/aliases/:alias",
    access: "person",
    summary: "Removes another name.",
    handler: removeAlias,
  },
  {
    method: "get",
    path: "/memory/state",
    access: "person",
    summary: "State keys and their values.",
    handler: states,
  },
  { method: "put", path: STATE, access: "person", summary: "Sets a state key.", handler: setState },
  { method: "delete", path: STATE, access: "person", summary: "Removes a state key.", handler: removeState },
];

async function list(context: ApiContext): Promise<Response> {
  const {
    cursor,
    limit: size,
    scope: wanted,
    entity,
    at,
    believed_at,
    history,
  } = readQuery(context, ListQuery);
  const { memory } = context.get("house");
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
    },
    { limit: size + 1, ...(cursor === undefined ? {} : { cursor }) },
  );
  return context.json(pageOf(rows, size, { time: (row) => row.updated_at, view: factView }));
}

async function create(context: ApiContext): Promise<Response> {
  const { valid_from, valid_to, confidence, sticky, many, ...fact } = await readBody(context, CreateBody);
  const outcome = await context.get("house").memory.writeFact({
    ...fact,
    owner: ownerOf(context),
    origin: "person",
    ...(valid_from === undefined ? {} : { valid_from }),
    ...(valid_to === undefined ? {} : { valid_to }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(sticky === undefined ? {} : { sticky }),
    ...(many === undefined ? {} : { many }),
  });
  if (outcome.status === "refused")
    throw new AppError("malformed_request", `Not stored: ${outcome.problem}.`);
  const superseded = outcome.status === "stored" ? outcome.superseded.map(({ id }) => id) : [];
  return context.json({ ...factView(outcome.fact), superseded }, outcome.status === "stored" ? 201 : 200);
}

async function patch(context: ApiContext): Promise<Response> {
  const id = context.req.param("id") ?? "";
  const change = definedOf(await readBody(context, PatchBody));
  const fact = await context.get("house").memory.facts.edit(ownerOf(context), id, change);
  if (fact === undefined) throw missing("fact", id);
  return context.json(factView(fact));
}

async function remove(context: ApiContext): Promise<Response> {
  return removeItem(context, "fct_", "fact");
}

async function aliases(context: ApiContext): Promise<Response> {
  const items = await context.get("house").memory.names.list(ownerOf(context));
  return context.json({ items, next_cursor: null });
}

async function addAlias(context: ApiContext): Promise<Response> {
  const alias = await readBody(context, AliasBody);
  await context.get("house").memory.names.add(ownerOf(context), alias);
  return context.json(alias, 201);
}

async function removeAlias(context: ApiContext): Promise<Response> {
  const alias = context.req.param("alias") ?? "";
  if (!(await context.get("house").memory.names.remove(ownerOf(context), alias)))
    throw missing("alias", alias);
  return context.body(null, 204);
}

async function states(context: ApiContext): Promise<Response> {
  const found = await context.get("house").memory.states.all(ownerOf(context), await ownScopes(context));
  const items = found.map(({ updated_at, ...entry }) => ({ ...entry, updated_at: iso(updated_at) }));
  return context.json({ items, next_cursor: null });
}

async function setState(context: ApiContext): Promise<Response> {
  const key = context.req.param("key") ?? "";
  const { scope: place, value: kept } = await readBody(context, StateBody);
  const entry = { scope: place, key: key.slice(0, 60), value: kept };
  await context.get("house").memory.states.set(ownerOf(context), entry);
  return context.json({ key, value: kept });
}

async function removeState(context: ApiContext): Promise<Response> {
  const key = context.req.param("key") ?? "";
  const { memory } = context.get("house");
  const gone = await Promise.all(
    (await ownScopes(context)).map((each) => memory.states.remove(ownerOf(context), each, key)),
  );
  if (!gone.some(Boolean)) throw missing("state key", key);
  return context.body(null, 204);
}
