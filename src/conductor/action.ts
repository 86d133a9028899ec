/** What agents have done for their persons: each agent, client or schedule that one has made or changed, to be looked at and taken back. */
import type { Id } from "../domain/ids.ts";

export type ConductedId = Id<"cda">;

export interface Conducted {
  id: ConductedId;
  /** Whose conductor it was, and so whose agent it is. */
  owner: string;
  /** Slug of the agent that did it. */
  by: string;
  conversation_id: string;
  did: "created" | "updated" | "removed";
  /** What was made, changed or removed. `message`: one that was to wake the conversation at a later time. */
  kind: "agent" | "client" | "schedule" | "message";
  /** Its slug; of a schedule and a message its id. */
  slug: string;
  /** Of a schedule; of a message how it begins. */
  name: string | null;
  /** The version that it made; of a schedule, when it was changed. */
  version: number;
  /** How a client, a schedule or a message was before, as JSON; null: it was made, or it is an agent, whose versions are kept. */
  before: string | null;
  /** ms since the epoch. */
  at: number;
  /** null: it stands. */
  undone_at: number | null;
}

/** All reject when storage fails. */
export interface ConductedStore {
  /** The same id again changes nothing. */
  note(conducted: Conducted): Promise<void>;
  /** Newest first. */
  list(owner: string, page: { limit: number; before?: string | undefined }): Promise<Conducted[]>;
  get(owner: string, id: string): Promise<Conducted | undefined>;
  undone(id: ConductedId, at: number): Promise<void>;
}
