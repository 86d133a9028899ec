import { expect, test } from "vitest";
import {
  type Collection,
  type CollectionDocument,
  type FileSource,
  isPage,
} from "../../../src/collections/collection.ts";
import { clearCollection, syncCollection } from "../../../src/collections/sync.ts";

function scene() {
  const files = new Map<string, { version: string; text: string | undefined }>();
  const index = new Map<string, string>();
  let documents: CollectionDocument[] = [];
  let reads = 0;
  const deps = {
    store: {
      documents: async () => documents,
      synced: async (_: Collection, found: readonly CollectionDocument[]) => {
        documents = [...documents.filter(isPage), ...found];
      },
      removePages: async (_: string, paths: readonly string[]) => {
        documents = documents.filter(({ path }) => !paths.includes(path));
      },
    },
    files: {
      find: async (_owner: string, { kind, ref }: FileSource) =>
        [...files]
          .filter(([path]) => (kind === "file" ? path === ref : path.startsWith(`${ref}/`)))
          .map(([path, { version, text }]) => ({
            path,
            name: path,
            version,
            async text() {
              reads += 1;
              return text;
            },
          })),
    },
    memory: {
      async indexFile({
        owner,
        path,
        text,
        trust,
      }: {
        owner: string;
        path: string;
        text: string;
        trust: string;
      }) {
        index.set(`${owner} ${path}`, `${trust}: ${text}`);
        return { status: "indexed" as const, pieces: 1 };
      },
      removeFile: async (owner: string, path: string) => void index.delete(`${owner} ${path}`),
    },
    now: () => 1,
  };
  const collection: Collection = {
    id: "col_1",
    owner: "usr_1",
    name: "House",
    description: "",
    agents: [],
    sources: [{ kind: "folder", ref: "docs" }],
    sites: {},
    synced_at: null,
  };
  const sync = (of: Partial<Collection> = {}) =>
    syncCollection(deps, { ...collection, ...of }, async () => {});
  const states = () => documents.map(({ path, state }) => `${path} ${state}`).sort();
  const withPage = (path: string) => {
    documents = [...documents, { path, name: "Owls", state: "indexed", version: "" }];
    index.set(`col_1 ${path}`, "untrusted: Owls.");
  };
  return { files, index, sync, states, reads: () => reads, deps, collection, withPage };
}

test("a collection follows its folder: new, changed, unreadable and gone documents", async () => {
  const { files, index, sync, states, reads } = scene();
  files.set("docs/a.md", { version: "1", text: "Owls." });
  files.set("docs/photo.png", { version: "1", text: undefined });
  files.set("other/b.md", { version: "1", text: "Wrens." });
  expect(await sync()).toBe(2);
  expect(states()).toEqual(["docs/a.md indexed", "docs/photo.png unread"]);
  expect([...index]).toEqual([["col_1 docs/a.md", "untrusted: Owls."]]);
  expect([await sync(), reads()]).toEqual([0, 2]);
  files.set("docs/a.md", { version: "2", text: "Herons." });
  expect(await sync()).toBe(1);
  expect([...index.values()]).toEqual(["untrusted: Herons."]);
  files.delete("docs/a.md");
  await sync();
  expect([states(), index.size]).toEqual([["docs/a.md gone", "docs/photo.png unread"], 0]);
  files.set("docs/a.md", { version: "2", text: "Back." });
  expect(await sync()).toBe(1);
  expect(states()).toContain("docs/a.md indexed");
});

test("a source that is taken out leaves nothing in the index, and so does the whole collection", async () => {
  const { files, index, sync, states, deps, collection } = scene();
  files.set("docs/a.md", { version: "1", text: "Owls." });
  files.set("fil_1", { version: "1", text: "Wrens." });
  const sources = [{ kind: "folder", ref: "docs" } as const, { kind: "file", ref: "fil_1" } as const];
  await sync({ sources });
  expect(index.size).toBe(2);
  await sync({ sources: sources.slice(1) });
  expect([states(), [...index.values()]]).toEqual([["fil_1 indexed"], ["untrusted: Wrens."]]);
  await clearCollection(deps, collection);
  expect(index.size).toBe(0);
});

test("pages of a site stay as they are, and leave the index with their site", async () => {
  const { index, sync, states, withPage } = scene();
  const site = { kind: "site", ref: "https://owls.example/guide/", most: 9, depth: 1, every: "day" } as const;
  withPage("https://owls.example/guide/barn");
  await sync({ sources: [site] });
  expect(states()).toEqual(["https://owls.example/guide/barn indexed"]);
  await sync();
  expect([states(), index.size]).toEqual([[], 0]);
});
