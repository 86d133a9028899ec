/** Verbs of replays for other parts. */
import type { PartKey } from "../platform/part-key.ts";

/** A set of another instance, as its file has it: nothing in it is checked. */
export interface ForeignSet {
  /** Id of the importing person. */
  owner: string;
  /** Its id at the source: bringing it in again finds the same set. */
  source: string;
  name: string;
  turns: readonly Readonly<Record<string, unknown>>[];
  /** Slug here of an agent that the file names, which the person may ask. */
  agentOf(slug: string): Promise<string>;
  /** Id here of a conversation that the file names. */
  conversationOf(id: string): Promise<string>;
  /** JSON of the copy that goes with a turn; undefined: there is none. */
  copyOf(turn: string): Promise<string | undefined>;
}

interface ReplayVerbs {
  /** Brings a set in as the person's own. Idempotent. Rejects when the storage does. */
  bringIn(set: ForeignSet): Promise<"imported" | "known" | "over_quota">;
}

export const REPLAYS: PartKey<ReplayVerbs> = { name: "replays" };
