/** Files that `query_table` asks: uploads and the workspace, and documents of collections. Loaded by the first turn. */
import type { CollectionStore } from "../../collections/ports.ts";
import { D1CollectionStore } from "../../storage/d1/collections/collections.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import type { Files } from "../../tools/files/port.ts";
import { streamOf } from "../../tools/tables/outline.ts";
import { createQueryTable, type OpenedTable, type TableFiles } from "../../tools/tables/query-table.ts";
import type { Workspace } from "../../tools/workspace/port.ts";
import { safePath } from "../../tools/workspace/safe-path.ts";

interface Deps {
  env: { DB: D1Database };
  files: Pick<Files, "open">;
  workspace: Pick<Workspace, "read">;
  now(): number;
}

const tools = new WeakMap<object, ReturnType<typeof createQueryTable>>();

/** Tool of a house, made once: arrangements of tools are cached by it. */
export function queryTable(deps: Deps): ReturnType<typeof createQueryTable> {
  const known = tools.get(deps) ?? createQueryTable(tableFiles(deps));
  tools.set(deps, known);
  return known;
}

function tableFiles(deps: Deps): TableFiles {
  const store = new D1CollectionStore(openDatabase(deps.env.DB), deps.now);
  return {
    own: (owner, file) => openTable(deps, { owner, file }),
    async collected(asking, { collection, file }) {
      const found = await documentNamed(store, asking, { collection, file });
      return found && openTable(deps, { owner: found.owner, file: found.path, trust: "untrusted" });
    },
  };
}

/** A file of the workspace goes before an upload. What is uploaded may be anybody's words. */
async function openTable(
  { workspace, files }: Deps,
  { owner, file: named, trust }: { owner: string; file: string; trust?: "untrusted" },
): Promise<OpenedTable | undefined> {
  const safe = safePath(named);
  if (!safe.ok) return undefined;
  const { path } = safe;
  const file = await workspace.read(owner, path);
  if (file) return { path, name: path, trust: trust ?? file.trust, body: streamOf(file.bytes) };
  const upload = await files.open(owner, path);
  return upload && { path, name: upload.name, trust: "untrusted", body: upload.body };
}

async function documentNamed(
  store: Pick<CollectionStore, "reachable" | "documents">,
  asking: { agent: string; owner: string | null },
  { collection, file }: { collection: string; file: string },
): Promise<{ owner: string; path: string } | undefined> {
  const asked = (await store.reachable(asking)).filter(({ name }) => isSame(name, collection));
  for (const { id, owner } of asked) {
    const documents = await store.documents(id);
    const found = documents.find(
      ({ path, name, state }) => state === "indexed" && (path === file || isSame(name, file)),
    );
    if (found) return { owner, path: found.path };
  }
  return undefined;
}

function isSame(name: string, asked: string): boolean {
  return name.toLowerCase() === asked.trim().toLowerCase();
}
