/** What was forgotten, and can be brought back for a while by its person alone. */
import type { ChunkDraft } from "./model.ts";
import type { PageRequest } from "./stores.ts";

/** Names what has no id of its own, by its parts. */
export function itemOf(...parts: readonly string[]): string {
  return parts.join("\u001f");
}

export type ForgottenKind =
  | "memory"
  | "fact"
  | "episode"
  | "commitment"
  | "state"
  | "alias"
  | "edge"
  | "passage";

/** A tombstone, as its person sees it. */
export interface ForgottenItem {
  id: string;
  kind: ForgottenKind;
  text: string;
  forgotten_at: number;
}

/** What goes: the rows of a kind that these name. An edge goes with each of its two nodes. */
export interface Burial {
  owner: string;
  kind: ForgottenKind;
  /** Ids; of edges nodes; of states, aliases and passages what `itemOf` makes. */
  items: readonly string[];
  /** No tombstone, and those of earlier times go too. */
  isFinal: boolean;
}

/** What came back, for the index. */
export interface Unearthed {
  kind: ForgottenKind;
  item: string;
  /** Of a passage: what it was. */
  passage?: ChunkDraft;
}

/** What was forgotten, with what it takes to bring it back. No search and no agent looks here. */
export interface ForgottenStore {
  /** In one transaction: the rows become tombstones. Gives how many. Passages stay in the index: that removes its own. */
  bury(burial: Burial, now: number): Promise<number>;
  /** The newest first. */
  list(owner: string, page: PageRequest): Promise<ForgottenItem[]>;
  /** The rows are as they were, a note's edges with it, the tombstones gone. What is there again by itself is left as it is. */
  unearth(owner: string, ids: readonly string[]): Promise<Unearthed[]>;
  /** For good. */
  drop(owner: string, ids: readonly string[]): Promise<number>;
  /** All that was learnt from a message, and the message itself, for good. */
  dropLearntFrom(owner: string, message_id: string): Promise<number>;
  /** Of all owners, those forgotten before that time. */
  prune(before: number): Promise<number>;
}
