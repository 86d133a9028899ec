/** Work on collections: the tool, the sync, the export and the erasure. Loaded when it is first needed. */
import type { Tool } from "../../agent/ports/tool.ts";
import type { Collection } from "../../collections/collection.ts";
import type { CollectionFiles, FoundDocument } from "../../collections/ports.ts";
import { createCollectionSearch } from "../../collections/search-tool.ts";
import { readSite } from "../../collections/sites/read-site.ts";
import { clearCollection, syncCollection } from "../../collections/sync.ts";
import { type ArchiveFile, jsonFile } from "../../export/archive.ts";
import { pause } from "../../platform/pause.ts";
import { D1CollectionStore } from "../../storage/d1/collections/collections.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { mayHoldText, readFile } from "../../tools/files/file-text.ts";
import type { ReadSentFile } from "../../tools/web/page.ts";
import { syncJob } from "./jobs.ts";
import type { Services } from "./services.ts";

export function storeOf({ env, now }: Pick<Services, "env" | "now">): D1CollectionStore {
  return new D1CollectionStore(openDatabase(env.DB), now);
}

const tools = new WeakMap<object, Tool>();

/** Tool of a house, made once: arrangements of tools are cached by it. */
export async function searchTool(services: Services): Promise<Tool> {
  const known =
    tools.get(services) ?? createCollectionSearch({ store: storeOf(services), memory: services.memory });
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
  const read = await syncCollection({ store, files: filesOf(services), memory, now }, collection, heartbeat);
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

function filesOf({ files, workspace, readPdf, readScan, recognizesScans }: Services): CollectionFiles {
  const textOf = async (file: Parameters<typeof readScan>[0]) => {
    const read = await readFile(file, readPdf);
    const isScan = typeof read !== "string" && read.scan === "pdf";
    const text = isScan && file.id !== "" ? await readScan(file, recognizesScans()) : read;
    return typeof text === "string" ? text : undefined;
  };
  const upload = async (owner: string, id: string): Promise<FoundDocument[]> => {
    const meta = await files.describe(owner, id);
    if (!meta) return [];
    const text = async () => {
      const file = mayHoldText(meta.media_type) ? await files.get(owner, id) : undefined;
      return file && textOf(file);
    };
    return [{ path: id, name: meta.name, version: "1", text }];
  };
  const folder = async (owner: string, ref: string): Promise<FoundDocument[]> => {
    const found: FoundDocument[] = [];
    let cursor: string | undefined;
    do {
      const page = await workspace.list(
        owner,
        ref === "" ? "" : `${ref}/`,
        cursor === undefined ? {} : { cursor },
      );
      for (const { path, etag, media_type } of page.files) {
        const text = async () => {
          const file = mayHoldText(media_type) ? await workspace.read(owner, path) : undefined;
          return file && textOf({ ...file, owner, id: "", name: path });
        };
        found.push({ path, name: path, version: etag, text });
      }
      cursor = page.cursor;
    } while (cursor !== undefined);
    return found;
  };
  return { find: (owner, { kind, ref }) => (kind === "file" ? upload(owner, ref) : folder(owner, ref)) };
}
