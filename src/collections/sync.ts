/** Sync of a collection: new and changed documents are read again, and those that are gone leave the index. */
import type { LongTermMemory } from "../memory/create-memory.ts";
import { type Collection, type CollectionDocument, isPage, MOST_DOCUMENTS } from "./collection.ts";
import type { CollectionFiles, CollectionStore, FoundDocument } from "./ports.ts";
import { isWithin } from "./sites/scope.ts";

export interface SyncDeps {
  store: Pick<CollectionStore, "documents" | "synced" | "removePages">;
  files: CollectionFiles;
  memory: Pick<LongTermMemory, "indexFile" | "removeFile">;
  now(): number;
}

/** Syncs files and folders; of sites, only pages of those that were taken out. Returns how many documents were read. Idempotent, and safe to interrupt. */
export async function syncCollection(
  deps: SyncDeps,
  collection: Collection,
  heartbeat: () => Promise<void>,
): Promise<number> {
  const known = await deps.store.documents(collection.id);
  await withdrawPages(deps, collection, known.filter(isPage));
  const before = new Map(known.filter((one) => !isPage(one)).map((one) => [one.path, one]));
  const found = await everyDocument(deps, collection);
  const documents: CollectionDocument[] = [];
  let read = 0;
  for (const document of found) {
    const last = before.get(document.path);
    before.delete(document.path);
    if (last && last.state !== "gone" && last.version === document.version) {
      documents.push(last);
      continue;
    }
    documents.push(await indexed(deps, collection, document));
    read += 1;
    await heartbeat();
  }
  for (const lost of before.values()) documents.push(...(await withdrawn(deps, collection, lost)));
  await deps.store.synced(collection, documents, deps.now());
  return read;
}

/** Takes all of its documents out of the index. */
export async function clearCollection(
  {
    store,
    memory,
  }: { store: Pick<CollectionStore, "documents">; memory: Pick<LongTermMemory, "removeFile"> },
  { id }: Pick<Collection, "id">,
): Promise<void> {
  for (const { path } of await store.documents(id)) await memory.removeFile(id, path);
}

async function everyDocument({ files }: SyncDeps, { owner, sources }: Collection): Promise<FoundDocument[]> {
  const found = new Map<string, FoundDocument>();
  for (const source of sources)
    if (source.kind !== "site")
      for (const document of await files.find(owner, source)) found.set(document.path, document);
  return [...found.values()].slice(0, MOST_DOCUMENTS);
}

async function indexed(
  { memory, now }: SyncDeps,
  { id }: Collection,
  { path, name, version, text }: FoundDocument,
): Promise<CollectionDocument> {
  const words = await text();
  if (words === undefined) {
    await memory.removeFile(id, path);
    return { path, name, version, state: "unread" };
  }
  // The document may be read to somebody else than its owner, so its words are untrusted.
  await memory.indexFile({ owner: id, path, name, text: words, trust: "untrusted", at: now() });
  return { path, name, version, state: "indexed" };
}

/** A document of a source that is still named stays listed as gone; one of a source that was taken out is forgotten. */
async function withdrawn(
  { memory }: SyncDeps,
  { id, sources }: Collection,
  lost: CollectionDocument,
): Promise<CollectionDocument[]> {
  await memory.removeFile(id, lost.path);
  const isNamed = sources.some(({ kind, ref }) => {
    if (kind === "file") return ref === lost.path;
    return kind === "folder" && (ref === "" || lost.path.startsWith(`${ref}/`));
  });
  return isNamed ? [{ ...lost, state: "gone", version: "" }] : [];
}

async function withdrawPages(
  { store, memory }: Pick<SyncDeps, "store" | "memory">,
  { id, sources }: Collection,
  pages: readonly CollectionDocument[],
): Promise<void> {
  const sites = sources.filter(({ kind }) => kind === "site");
  const lost = pages.filter(({ path }) => !sites.some(({ ref }) => isWithin(ref, path)));
  for (const { path } of lost) await memory.removeFile(id, path);
  if (lost.length > 0)
    await store.removePages(
      id,
      lost.map(({ path }) => path),
    );
}
