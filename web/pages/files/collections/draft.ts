/** Draft of a collection. */
import type { CollectionDocument, CollectionSummary } from "../../../api/agents/collections.ts";
import { t } from "../../../words/t.ts";

interface Draft {
  name: string;
  description: string;
  /** Paths, one a line. */
  folders: string;
  /** Ids. */
  files: string[];
  /** Slugs. */
  agents: string[];
}

export function draftOf(collection: CollectionSummary | null): Draft {
  const { name = "", description = "", sources = [], agents = [] } = collection ?? {};
  const refs = (wanted: string) => sources.filter(({ kind }) => kind === wanted).map(({ ref }) => ref);
  return { name, description, folders: refs("folder").join("\n"), files: refs("file"), agents: [...agents] };
}

export function fieldsOf({ name, description, folders, files, agents }: Draft) {
  const paths = folders
    .split("\n")
    .map((line) => line.trim().replace(/^\/+|\/+$/g, ""))
    .filter((path) => path !== "");
  return {
    name: name.trim(),
    description: description.trim(),
    agents,
    sources: [
      ...[...new Set(paths)].map((ref) => ({ kind: "folder" as const, ref })),
      ...files.map((ref) => ({ kind: "file" as const, ref })),
    ],
  };
}

export function stateWords(state: CollectionDocument["state"]): string {
  switch (state) {
    case "indexed":
      return t("Searchable");
    case "unread":
      return t("No readable text");
    case "gone":
      return t("No longer there");
  }
}
