/** Tables of collections whose rows are not all in the index: a search reads them through. */
import type { Collection } from "../../collections/collection.ts";
import type { CollectionStore, LargeTable, LargeTables } from "../../collections/ports.ts";
import { LARGE_BYTES } from "../../tools/files/large-file/large-text.ts";
import { hasRows, streamOf } from "../../tools/tables/outline.ts";
import type { Services } from "./services.ts";

/** Tables that one search reads, and their bytes together. */
const MOST_TABLES = 3;
const MOST_BYTES = 120_000_000;

type Deps = Pick<Services, "files" | "workspace">;

export function largeTables(deps: Deps, store: Pick<CollectionStore, "tables">): LargeTables {
  return {
    async in(collections) {
      const named = await store.tables(collections.map(({ id }) => id));
      const found: (LargeTable & { size: number })[] = [];
      let room = MOST_BYTES;
      for (const { collection_id, path, name } of named.filter(hasRows)) {
        if (found.length === MOST_TABLES) break;
        const of = collections.find(({ id }) => id === collection_id);
        const table = of && (await largeTable(deps, of, { path, name }));
        if (!table || table.size > room) continue;
        room -= table.size;
        found.push(table);
      }
      return found;
    },
  };
}

async function largeTable(
  { files, workspace }: Deps,
  of: Collection,
  { path, name }: { path: string; name: string },
): Promise<(LargeTable & { size: number }) | undefined> {
  const upload = await files.describe(of.owner, path);
  if (upload) {
    const open = async () => (await files.open(of.owner, path))?.body;
    return upload.size > LARGE_BYTES ? { of, path, name, size: upload.size, open } : undefined;
  }
  const file = await workspace.read(of.owner, path);
  if (!file || file.size <= LARGE_BYTES) return undefined;
  return { of, path, name, size: file.size, open: async () => streamOf(file.bytes) };
}
