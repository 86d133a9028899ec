/** Answers about collections. */
import { type Collection, MOST_COLLECTIONS } from "../../collections/collection.ts";
import { clearCollection } from "../../collections/sync.ts";
import { COLLECTIONS } from "../../collections/verbs.ts";
import type { CollectionChange, CollectionFields } from "../../contract/collections/collections.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { definedOf } from "../../domain/defined.ts";
import { AppError } from "../../domain/errors.ts";
import { safePath } from "../../tools/workspace/safe-path.ts";
import type { ApiContext } from "../http/api.ts";
import { iso } from "../http/query.ts";
import { reply } from "../http/reply.ts";
import { syncJob } from "./jobs.ts";
import { servicesOf } from "./services.ts";
import { storeOf } from "./work.ts";

export async function list(context: ApiContext) {
  const all = await storeOf(servicesOf(context)).list(ownerOf(context));
  return reply(200, { items: all.map(shown), next_cursor: null });
}

export async function create(context: ApiContext, fields: SchemaOutput<typeof CollectionFields>) {
  const services = servicesOf(context);
  const owner = ownerOf(context);
  const store = storeOf(services);
  const others = await store.list(owner);
  if (others.length >= MOST_COLLECTIONS)
    throw new AppError("conflict", `You have ${MOST_COLLECTIONS} collections. Remove one of them first.`);
  const collection = { ...fields, id: services.ids.create("col"), owner, synced_at: null };
  await check(context, collection, { others, shared: [] });
  await store.put(collection);
  await services.verbs(COLLECTIONS).changed();
  await services.jobs.enqueue(syncJob(collection));
  return reply(201, shown(collection));
}

export async function change(context: ApiContext, id: string, fields: SchemaOutput<typeof CollectionChange>) {
  const services = servicesOf(context);
  const store = storeOf(services);
  const before = await found(context, id);
  const collection = { ...before, ...definedOf(fields) };
  const others = (await store.list(before.owner)).filter((one) => one.id !== id);
  await check(context, collection, { others, shared: before.agents });
  await store.put(collection);
  await services.verbs(COLLECTIONS).changed();
  await services.jobs.enqueue(syncJob(collection));
  return reply(200, shown(collection));
}

export async function remove(context: ApiContext, id: string): Promise<Response> {
  const services = servicesOf(context);
  const store = storeOf(services);
  const collection = await found(context, id);
  await clearCollection({ store, memory: services.memory }, collection);
  await store.remove(id);
  await services.verbs(COLLECTIONS).changed();
  return context.body(null, 204);
}

export async function documents(context: ApiContext, id: string) {
  await found(context, id);
  const all = await storeOf(servicesOf(context)).documents(id);
  return reply(200, { items: all.map(({ version: _, ...one }) => one), next_cursor: null });
}

export async function syncNow(context: ApiContext, id: string) {
  const collection = await found(context, id);
  await servicesOf(context).jobs.enqueue(syncJob(collection));
  return reply(202, shown(collection));
}

/** Throws an AppError that names what does not fit. */
async function check(
  context: ApiContext,
  { name, agents, sources }: Collection,
  { others, shared }: { others: readonly Collection[]; shared: readonly string[] },
): Promise<void> {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new AppError("conflict", `You have a collection ${name} already. Give this one another name.`);
  for (const { kind, ref } of sources) {
    if (kind !== "folder" || ref === "") continue;
    const path = safePath(ref);
    if (!path.ok || path.path !== ref)
      throw new AppError("malformed_request", `sources: ${ref} is not a folder.`);
  }
  for (const slug of agents) if (!shared.includes(slug)) await checkAgent(context, slug);
}

/** An agent passes on to everybody it talks to: its owner decides, or an admin. */
async function checkAgent(context: ApiContext, slug: string): Promise<void> {
  const { owner, role } = context.get("principal");
  const agent = await servicesOf(context).agents.get(slug);
  if (agent && (role === "admin" || agent.owner === owner)) return;
  throw new AppError(
    "forbidden",
    `agents: only the owner of ${slug}, or an admin, shares a collection with it.`,
  );
}

async function found(context: ApiContext, id: string): Promise<Collection> {
  const collection = await storeOf(servicesOf(context)).get(ownerOf(context), id);
  if (!collection)
    throw new AppError("resource_not_found", "There is no such collection, or it is not yours.");
  return collection;
}

function ownerOf(context: ApiContext): string {
  return context.get("principal").owner;
}

function shown({ id, name, description, agents, sources, synced_at }: Collection) {
  return {
    id,
    name,
    description,
    agents: [...agents],
    sources: [...sources],
    synced_at: synced_at === null ? null : iso(synced_at),
  };
}
