/** Answers to the routes of aliases and state keys, loaded by the first of them. */
import type { AliasBody, StateBody, TrustBody } from "../../../contract/memory/names.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { ApiContext } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { missing, ownerOf, ownScopes, type RemoveQuery } from "./requests.ts";

export async function aliases(context: ApiContext) {
  const items = await servicesOf(context).memory.names.list(ownerOf(context));
  return reply(200, { items, next_cursor: null });
}

export async function addAlias(context: ApiContext, alias: SchemaOutput<typeof AliasBody>) {
  await servicesOf(context).memory.names.add(ownerOf(context), { ...alias, trust: "trusted" });
  return reply(201, { ...alias, trust: "trusted" });
}

export async function trustAlias(context: ApiContext, alias: string) {
  if (!(await servicesOf(context).memory.names.trust(ownerOf(context), alias)))
    throw waitsNot("alias", alias);
  return reply(200, { alias, trust: "trusted" });
}

export async function removeAlias(
  context: ApiContext,
  alias: string,
  { final: isFinal, trust: only }: SchemaOutput<typeof RemoveQuery>,
): Promise<Response> {
  const entry = { alias, isFinal, ...(only === undefined ? {} : { trust: only }) };
  if (!(await servicesOf(context).memory.names.remove(ownerOf(context), entry)))
    throw missing("alias", alias);
  return context.body(null, 204);
}

export async function states(context: ApiContext) {
  const found = await servicesOf(context).memory.states.all(ownerOf(context), await ownScopes(context));
  const items = found.map(({ updated_at, ...entry }) => ({ ...entry, updated_at: iso(updated_at) }));
  return reply(200, { items, next_cursor: null });
}

export async function setState(context: ApiContext, key: string, body: SchemaOutput<typeof StateBody>) {
  const entry = { ...body, key: key.slice(0, 60), trust: "trusted" as const };
  await servicesOf(context).memory.states.set(ownerOf(context), entry);
  return reply(200, { key, value: body.value });
}

export async function trustState(
  context: ApiContext,
  key: string,
  { scope: place }: SchemaOutput<typeof TrustBody>,
) {
  const { memory } = servicesOf(context);
  if (!(await memory.states.trust(ownerOf(context), { scope: place, key }))) throw waitsNot("state key", key);
  return reply(200, { key, scope: place, trust: "trusted" });
}

export async function removeState(
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
