/** Knowledge collections: sets of a person's files and folders that agents ask, also for others. */
declare module "../domain/ids.ts" {
  interface IdPrefixes {
    col: "collection";
  }
}

/** `file`: an upload by its id; `folder`: a folder of the workspace, with all that comes into it. */
export const SOURCE_KINDS = ["file", "folder"] as const;

export interface CollectionSource {
  kind: (typeof SOURCE_KINDS)[number];
  /** File id, or path of the folder without a trailing slash; empty: the whole workspace. */
  ref: string;
}

export interface Collection {
  /** `col_...`; its documents are indexed under this id, apart from the owner's memory. */
  id: string;
  owner: string;
  name: string;
  description: string;
  /** Slugs of the agents that ask it for everybody they talk to. */
  agents: readonly string[];
  sources: readonly CollectionSource[];
  /** ms since the epoch; null: never yet. */
  synced_at: number | null;
}

/** `unread`: it has no text that can be read; `gone`: it was there before. */
export const DOCUMENT_STATES = ["indexed", "unread", "gone"] as const;

export interface CollectionDocument {
  /** File id, or path in the workspace. */
  path: string;
  name: string;
  state: (typeof DOCUMENT_STATES)[number];
  /** Version of the content that was indexed. */
  version: string;
}

export const MOST_COLLECTIONS = 50;
export const MOST_SOURCES = 100;
export const MOST_DOCUMENTS = 1_000;
