/** Ports of knowledge collections. Each method rejects when the storage does. */
import type { Collection, CollectionDocument, FileSource, SiteState } from "./collection.ts";

export interface CollectionStore {
  /** The owner's collections, sorted by name. */
  list(owner: string): Promise<Collection[]>;
  /** Undefined also when it belongs to somebody else. */
  get(owner: string, id: string): Promise<Collection | undefined>;
  /** Adds or replaces it. */
  put(collection: Collection): Promise<void>;
  remove(id: string): Promise<void>;
  /** Collections that an agent may ask in a turn: its own, and those of the person whom the turn answers, if any. */
  reachable(asking: { agent: string; owner: string | null }): Promise<Collection[]>;
  /** Collections of all owners, for the sync. */
  every(): Promise<Collection[]>;
  documents(id: string): Promise<CollectionDocument[]>;
  /** Documents with text that are tables by their names. */
  tables(ids: readonly string[]): Promise<{ collection_id: string; path: string; name: string }[]>;
  /** Writes the rows of files, removes those of other files, and takes the time of the sync down. */
  synced(collection: Collection, documents: readonly CollectionDocument[], at: number): Promise<void>;
  /**
   * Writes the progress of a site, with pages that were read, and those that are gone. False: the collection has the site
   * no more, and nothing was written.
   */
  pagesRead(collection: Collection, change: SiteChange): Promise<boolean>;
  removePages(id: string, paths: readonly string[]): Promise<void>;
}

export interface SiteChange {
  ref: string;
  state: SiteState;
  pages: readonly CollectionDocument[];
  /** Paths. */
  gone: readonly string[];
}

/** A document that a source has now. */
export interface FoundDocument {
  path: string;
  name: string;
  /** Changes with its content. */
  version: string;
  /** Text, or undefined where it has none. */
  text(): Promise<string | undefined>;
}

export interface CollectionFiles {
  /** Documents of a source; none if it is not there. */
  find(owner: string, source: FileSource): Promise<FoundDocument[]>;
}

/** A table whose rows are not all in the index. */
export interface LargeTable {
  of: Collection;
  path: string;
  name: string;
  /** Its bytes, which the caller reads or cancels; undefined: it is gone. */
  open(): Promise<ReadableStream<Uint8Array> | undefined>;
}

export interface LargeTables {
  /** Large tables of these collections, as many as one search reads. */
  in(collections: readonly Collection[]): Promise<LargeTable[]>;
}
