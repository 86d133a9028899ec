/** Work on collections: the tool, the sync, the export and the erasure. Loaded when it is first needed. */
import type { Tool } from "../../agent/ports/tool.ts";
import type { Collection } from "../../collections/collection.ts";
import { createCollectionSearch } from "../../collections/search-tool.ts";
import { readSite } from "../../collections/sites/read-site.ts";
import { clearCollection, syncCollection } from "../../collections/sync.ts";
import { type ArchiveFile, jsonFile } from "../../export/archive.ts";
import { pause } from "../../platform/pause.ts";
import { D1CollectionStore } from "../../storage/d1/collections/collections.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { readFile } from "../../tools/files/file-text.ts";
import type { ReadSentFile } from "../../tools/web/page.ts";
import { collectionFiles } from "./collection-files.ts";
import { syncJob } from "./jobs.ts";
import { largeTables } from "./large-tables.ts";
import type { Services } from "./services.ts";

export function storeOf({ env, now }: Pick<Services, "env" | "now">): D1CollectionStore {
  return new D1CollectionStore(openDatabase(env.DB), now);
}

const tools = new WeakMap<object, Tool>();

/** Tool of a house, made once: arrangements of tools are cached by it. */
export async function searchTool(services: Services): Promise<Tool> {
  const { memory } = services;
  const store = storeOf(services);
  const deps = { store, memory, tables: largeTables(services, store) };
  const known = tools.get(services) ?? createCollectionSearch(deps);
  tools.set(services, known);
  return known;
}

/** A collection that is gone meanwhile is no failure. */
export async function sync(
  services: Services,
  { owner, id, slice }: { owner: string; id: string; slice: number },
  heartbeat: () => Promise<void>,
): Promise<string> {
  const store = storeOf(services);
  const collection = await store.get(owner, id);
  if (!collection) return "The collection is gone";
  const { memory, now } = services;
  const read = await syncCollection(
    { store, files: collectionFiles(services), memory, now },
    collection,
    heartbeat,
  );
  const sites = await readSites(services, collection, heartbeat);
  if (!sites.isOver) await services.jobs.enqueue(syncJob(collection, slice + 1));
  return `${collection.name}: ${read + sites.read} documents read`;
}

export async function enqueueAll(services: Services): Promise<string> {
  const every = await storeOf(services).every();
  await services.jobs.enqueueAll(every.map((collection) => syncJob(collection)));
  return `${every.length} collections`;
}

export async function clearAll(
  services: Services,
  owner: string,
  heartbeat: () => Promise<void>,
): Promise<number> {
  const store = storeOf(services);
  const own = await store.list(owner);
  for (const collection of own) {
    await clearCollection({ store, memory: services.memory }, collection);
    await heartbeat();
  }
  return own.length;
}

export async function* archive(services: Services, owner: string): AsyncGenerator<ArchiveFile> {
  const store = storeOf(services);
  const listed: object[] = [];
  for (const { owner: _own, sites: _sites, ...collection } of await store.list(owner))
    listed.push({ ...collection, documents: await store.documents(collection.id) });
  yield jsonFile("collections.json", listed);
}

/** Reads the sites that are due, one after the other, until a slice is full. */
async function readSites(services: Services, collection: Collection, heartbeat: () => Promise<void>) {
  const { guard: fetch, memory, now, readPdf } = services;
  const readSent: ReadSentFile = (file) => readFile(file, readPdf);
  const deps = { fetch, memory, now, pause, store: storeOf(services), readFile: readSent };
  let read = 0;
  for (const source of collection.sources) {
    if (source.kind !== "site") continue;
    const done = await readSite(deps, { collection, source }, heartbeat);
    read += done.read;
    if (!done.isOver) return { read, isOver: false };
  }
  return { read, isOver: true };
}
