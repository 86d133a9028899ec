/** Knowledge collections: sets of a person's files and folders that agents ask, also for others. */
declare module "../domain/ids.ts" {
  interface IdPrefixes {
    col: "collection";
  }
}

/** `file`: an upload by its id; `folder`: a folder of the workspace, with all that comes into it. */
export const FILE_KINDS = ["file", "folder"] as const;

export interface FileSource {
  kind: (typeof FILE_KINDS)[number];
  /** File id, or path of the folder without a trailing slash; empty: the whole workspace. */
  ref: string;
}

export const RHYTHMS = ["day", "week"] as const;

/** Pages of one host, below the path of its start address. */
export interface SiteSource {
  kind: "site";
  /** Start address. */
  ref: string;
  /** Pages that are read at most. */
  most: number;
  /** Links that lead from the start page to a page at most; without meaning where a sitemap lists the pages. */
  depth: number;
  every: (typeof RHYTHMS)[number];
}

export type CollectionSource = FileSource | SiteSource;

/**
 * Reasons why a site can't be read, or no further: `not_found`: there is no start page; `unreachable`: the host doesn't answer;
 * `robots`: its robots.txt forbids it; `elsewhere`: the start page leads out of the site; `empty`: no page has text;
 * `slow_down`: the site has had enough requests.
 */
export const SITE_PROBLEMS = [
  "not_found",
  "unreachable",
  "robots",
  "elsewhere",
  "empty",
  "slow_down",
] as const;

export type SiteProblem = (typeof SITE_PROBLEMS)[number];

/** Progress of the reading of a site. Times are ms since the epoch. */
export interface SiteState {
  /** Limits of this reading. */
  most: number;
  depth: number;
  /** Pages that wait. `depth`: links from the start page. */
  queue: readonly { url: string; depth: number }[];
  /** Addresses that were asked for in this reading. */
  done: readonly string[];
  /** A sitemap lists the pages: links are not followed. */
  is_listed: boolean;
  /** A job that reads it counts as gone after this time. */
  held_until: number;
  /** Null: it is being read, or waits for it. */
  ended_at: number | null;
  problem: SiteProblem | null;
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
  /** By start address. */
  sites: Readonly<Record<string, SiteState>>;
  /** ms since the epoch; null: never yet. */
  synced_at: number | null;
}

/** `unread`: it has no text that can be read; `gone`: it was there before. */
export const DOCUMENT_STATES = ["indexed", "unread", "gone"] as const;

export interface CollectionDocument {
  /** File id, path in the workspace, or address of a page. */
  path: string;
  name: string;
  state: (typeof DOCUMENT_STATES)[number];
  /** Version of the content that was indexed. */
  version: string;
}

export const MOST_COLLECTIONS = 50;
export const MOST_SOURCES = 100;
export const MOST_DOCUMENTS = 1_000;
export const MOST_SITES = 5;
export const MOST_PAGES = 500;
export const MOST_DEPTH = 10;

/** Whether a document is a page of a site. */
export function isPage({ path }: Pick<CollectionDocument, "path">): boolean {
  return /^https?:\/\//.test(path);
}
