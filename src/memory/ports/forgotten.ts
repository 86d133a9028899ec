/** Port of the tombstones: forgotten items that only their person can restore, for a while. */
import type { ChunkDraft } from "./model.ts";
import type { PageRequest } from "./stores.ts";

/** Key of an item without an id of its own, made of its parts. */
export function itemOf(...parts: readonly string[]): string {
  return parts.join("\u001f");
}

export type ForgottenKind =
  | "memory"
  | "fact"
  | "episode"
  | "commitment"
  | "wish"
  | "state"
  | "alias"
  | "edge"
  | "relation"
  | "passage";

/** A tombstone, as shown to its person. */
export interface ForgottenItem {
  id: string;
  kind: ForgottenKind;
  text: string;
  forgotten_at: number;
}

/** The rows to forget: those of a kind with the given keys. An edge goes with either of its two nodes. */
export interface Burial {
  owner: string;
  kind: ForgottenKind;
  /** Ids, of relations too; nodes for edges; for states, aliases and passages the keys that `itemOf` makes. */
  items: readonly string[];
  /** Leaves no tombstone, and deletes those of earlier removals. */
  isFinal: boolean;
}

/** A restored item, to be indexed again. */
export interface RestoredItem {
  kind: ForgottenKind;
  item: string;
  /** Only for a passage: its content. */
  passage?: ChunkDraft;
}

/** Tombstones with the data needed to restore them. No search and no agent reads them. */
export interface ForgottenStore {
  /**
   * One transaction: turns the rows into tombstones and returns their number. Passages stay in the index: the
   * caller removes them there.
   */
  bury(burial: Burial, now: number): Promise<number>;
  /** Newest first. */
  list(owner: string, page: PageRequest): Promise<ForgottenItem[]>;
  /**
   * Restores the rows as they were, a memory's edges included, and deletes the tombstones. A row that exists
   * again is left unchanged.
   */
  unearth(owner: string, ids: readonly string[]): Promise<RestoredItem[]>;
  /** Deletes tombstones for good. */
  drop(owner: string, ids: readonly string[]): Promise<number>;
  /** Deletes the tombstones of a message and of everything learnt from it, for good. */
  dropLearntFrom(owner: string, message_id: string): Promise<number>;
  /** For all owners: deletes tombstones older than that time. */
  prune(before: number): Promise<number>;
}
