/** Aliases of people and things, and state keys. */
import { z } from "zod";
import { trust } from "../../../contract/memory/fields.ts";
import {
  AliasBody,
  AliasShape,
  SetStateShape,
  StateBody,
  StateShape,
  TrustBody,
  TrustedAliasShape,
  TrustedStateShape,
} from "../../../contract/memory/names.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { flag, iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { missing, ownerOf, ownScopes, READ, WRITE } from "./requests.ts";

/** The one of the two that holds, or the one that waits; both if absent. */
const RemoveQuery = () => z.object({ final: flag, trust: trust.optional() });

const STATE = "/memory/state/:key";
const ALIAS = "/memory/aliases/:alias";
const ofAlias = () => z.object({ alias: z.string() });
const ofKey = () => z.object({ key: z.string() });

export const memoryNameRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/memory/aliases",
    policy: READ,
    summary: "Other names of people and things.",
    answers: () => ({ 200: listOf(AliasShape()) }),
    handler: aliases,
  }),
  defineRoute({
    method: "post",
    path: "/memory/aliases",
    policy: WRITE,
    summary: "Adds another name.",
    body: AliasBody,
    answers: () => ({ 201: AliasShape() }),
    handler: (context, { body }) => addAlias(context, body),
  }),
  defineRoute({
    method: "patch",
    path: ALIAS,
    policy: WRITE,
    summary: "Trusts a name that came from outside.",
    params: ofAlias,
    body: TrustBody,
    answers: () => ({ 200: TrustedAliasShape() }),
    handler: (context, { params: { alias } }) => trustAlias(context, alias),
  }),
  defineRoute({
    method: "delete",
    path: ALIAS,
    policy: WRITE,
    summary: "Removes another name.",
    params: ofAlias,
    query: RemoveQuery,
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { alias }, query }) => removeAlias(context, alias, query),
  }),
  defineRoute({
    method: "get",
    path: "/memory/state",
    policy: READ,
    summary: "State keys and their values.",
    answers: () => ({ 200: listOf(StateShape()) }),
    handler: states,
  }),
  defineRoute({
    method: "put",
    path: STATE,
    policy: WRITE,
    summary: "Sets a state key.",
    params: ofKey,
    body: StateBody,
    answers: () => ({ 200: SetStateShape() }),
    handler: (context, { params: { key }, body }) => setState(context, key, body),
  }),
  defineRoute({
    method: "patch",
    path: STATE,
    policy: WRITE,
    summary: "Trusts the value that waits: it takes the place of the one that holds.",
    params: ofKey,
    body: TrustBody,
    answers: () => ({ 200: TrustedStateShape() }),
    handler: (context, { params: { key }, body }) => trustState(context, key, body),
  }),
  defineRoute({
    method: "delete",
    path: STATE,
    policy: WRITE,
    summary: "Removes a state key.",
    params: ofKey,
    query: RemoveQuery,
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { key }, query }) => removeState(context, key, query),
  }),
];

async function aliases(context: ApiContext) {
  const items = await servicesOf(context).memory.names.list(ownerOf(context));
  return reply(200, { items, next_cursor: null });
}

async function addAlias(context: ApiContext, alias: SchemaOutput<typeof AliasBody>) {
  await servicesOf(context).memory.names.add(ownerOf(context), { ...alias, trust: "trusted" });
  return reply(201, { ...alias, trust: "trusted" });
}

async function trustAlias(context: ApiContext, alias: string) {
  if (!(await servicesOf(context).memory.names.trust(ownerOf(context), alias)))
    throw waitsNot("alias", alias);
  return reply(200, { alias, trust: "trusted" });
}

async function removeAlias(
  context: ApiContext,
  alias: string,
  { final: isFinal, trust: only }: SchemaOutput<typeof RemoveQuery>,
): Promise<Response> {
  const entry = { alias, isFinal, ...(only === undefined ? {} : { trust: only }) };
  if (!(await servicesOf(context).memory.names.remove(ownerOf(context), entry)))
    throw missing("alias", alias);
  return context.body(null, 204);
}

async function states(context: ApiContext) {
  const found = await servicesOf(context).memory.states.all(ownerOf(context), await ownScopes(context));
  const items = found.map(({ updated_at, ...entry }) => ({ ...entry, updated_at: iso(updated_at) }));
  return reply(200, { items, next_cursor: null });
}

async function setState(context: ApiContext, key: string, body: SchemaOutput<typeof StateBody>) {
  const entry = { ...body, key: key.slice(0, 60), trust: "trusted" as const };
  await servicesOf(context).memory.states.set(ownerOf(context), entry);
  return reply(200, { key, value: body.value });
}

async function trustState(
  context: ApiContext,
  key: string,
  { scope: place }: SchemaOutput<typeof TrustBody>,
) {
  const { memory } = servicesOf(context);
  if (!(await memory.states.trust(ownerOf(context), { scope: place, key }))) throw waitsNot("state key", key);
  return reply(200, { key, scope: place, trust: "trusted" });
}

async function removeState(
  context: ApiContext,
  key: string,
  { final: isFinal, trust: only }: SchemaOutput<typeof RemoveQuery>,
): Promise<Response> {
  const { memory } = servicesOf(context);
  const chosen = { key, isFinal, ...(only === undefined ? {} : { trust: only }) };
  const gone = await Promise.all(
    (await ownScopes(context)).map((each) =>
      memory.states.remove(ownerOf(context), { ...chosen, scope: each }),
    ),
  );
  if (!gone.some(Boolean)) throw missing("state key", key);
  return context.body(null, 204);
}

function waitsNot(what: string, name: string): AppError {
  return new AppError("resource_not_found", `No value of the ${what} ${name} waits for your yes.`);
}
