/** What conductors have done: each thing that an agent has made or changed, to be looked at and taken back. */
import type { Id } from "../domain/ids.ts";

export type ConductedId = Id<"cda">;

export interface Conducted {
  id: ConductedId;
  /** Whose conductor it was, and so whose agent it is. */
  owner: string;
  /** Slug of the agent that did it. */
  by: string;
  conversation_id: string;
  did: "created" | "updated";
  /** Slug of what was made or changed. */
  slug: string;
  /** The version that it made. */
  version: number;
  /** ms since the epoch. */
  at: number;
  /** null: it stands. */
  undone_at: number | null;
}

/** All reject when storage fails. */
export interface ConductedStore {
  note(conducted: Conducted): Promise<void>;
  /** Newest first. */
  list(owner: string, page: { limit: number; before?: string | undefined }): Promise<Conducted[]>;
  get(owner: string, id: string): Promise<Conducted | undefined>;
  undone(id: ConductedId, at: number): Promise<void>;
}
