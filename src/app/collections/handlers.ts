/** Answers about collections. */
import {
  type Collection,
  type CollectionSource,
  MOST_COLLECTIONS,
  MOST_SITES,
  type SiteState,
} from "../../collections/collection.ts";
import { pageOf } from "../../collections/sites/scope.ts";
import { dueNow } from "../../collections/sites/state.ts";
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
  const id = services.ids.create("col");
  const sources = fields.sources.map(sourceOf);
  const collection = { ...fields, id, owner, sources, sites: {}, synced_at: null };
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
  const sources = fields.sources?.map(sourceOf) ?? before.sources;
  const collection = { ...before, ...definedOf(fields), sources, sites: sitesOf(before, sources) };
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
  const services = servicesOf(context);
  const before = await found(context, id);
  const collection = { ...before, sites: dueNow(before.sites) };
  await storeOf(services).put(collection);
  await services.jobs.enqueue(syncJob(collection));
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
  checkSites(context, sources);
  for (const { kind, ref } of sources) {
    if (kind !== "folder" || ref === "") continue;
    const path = safePath(ref);
    if (!path.ok || path.path !== ref)
      throw new AppError("malformed_request", `sources: ${ref} is not a folder.`);
  }
  for (const slug of agents) if (!shared.includes(slug)) await checkAgent(context, slug);
}

function checkSites(context: ApiContext, sources: readonly CollectionSource[]): void {
  const sites = sources.filter(({ kind }) => kind === "site");
  if (sites.length > MOST_SITES || new Set(sites.map(({ ref }) => ref)).size < sites.length)
    throw new AppError("malformed_request", `sources: Enter up to ${MOST_SITES} websites, each once.`);
  for (const { ref } of sites) {
    if (!ref.startsWith("https://") || /["\\]/.test(ref) || pageOf(ref, ref) === undefined)
      throw new AppError(
        "malformed_request",
        `sources: ${ref} is not the address of a page. Enter one that begins with https://.`,
      );
    const screening = servicesOf(context).guard.screen(ref);
    if (!screening.ok) throw new AppError("malformed_request", `sources: ${screening.reason}`);
  }
}

/** One address is written in one way. */
function sourceOf(source: CollectionSource): CollectionSource {
  if (source.kind !== "site") return source;
  const url = URL.parse(source.ref.trim());
  if (!url) return source;
  url.hash = "";
  return { ...source, ref: url.href };
}

/** Progress of the sites that are still named. */
function sitesOf({ sites }: Collection, sources: readonly CollectionSource[]): Collection["sites"] {
  return Object.fromEntries(
    Object.entries(sites).filter(([site]) => sources.some(({ ref }) => ref === site)),
  );
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

function shown({ id, name, description, agents, sources, sites, synced_at }: Collection) {
  return {
    id,
    name,
    description,
    agents: [...agents],
    sources: [...sources],
    sites: sources.filter(({ kind }) => kind === "site").map(({ ref }) => progressOf(ref, sites[ref])),
    synced_at: synced_at === null ? null : iso(synced_at),
  };
}

/** A site without a state waits for its first reading. */
function progressOf(ref: string, state: SiteState | undefined) {
  const [read, waiting] = state ? [state.done.length, state.queue.length] : [0, 1];
  return {
    ref,
    is_reading: !state || state.ended_at === null,
    pages_read: read,
    pages_known: read + waiting,
    problem: state?.problem ?? null,
  };
}
