/**
 * Log of conductors' actions: each agent, client, schedule or message that a conductor created, changed or
 * removed for its person, for review and undo.
 */
import type { Id } from "../domain/ids.ts";

declare module "../domain/ids.ts" {
  interface IdPrefixes {
    cda: "conductor action";
  }
}

export type ConductedId = Id<"cda">;

export interface ConductorAction {
  id: ConductedId;
  /** The person whom the conductor belongs to. */
  owner: string;
  /** Slug of the conductor. */
  by: string;
  conversation_id: string;
  did: "created" | "updated" | "removed";
  /** `message`: a scheduled message that was to wake the conversation. */
  kind: "agent" | "client" | "schedule" | "message";
  /** Its slug; for a schedule or a message, its id. */
  slug: string;
  /** Name of a schedule, or the beginning of a message. */
  name: string | null;
  /** The version that the action made; for a schedule, the time of its change. */
  version: number;
  /**
   * State of a client, schedule or message before the action, as JSON; null if it was created, or if it is an
   * agent, whose versions are stored anyway.
   */
  before: string | null;
  /** ms since the epoch. */
  at: number;
  /** null: not undone. */
  undone_at: number | null;
}

/** All methods reject when storage fails. */
export interface ConductedStore {
  /** Idempotent by id. */
  note(conducted: ConductorAction): Promise<void>;
  /** Newest first. */
  list(owner: string, page: { limit: number; before?: string | undefined }): Promise<ConductorAction[]>;
  get(owner: string, id: string): Promise<ConductorAction | undefined>;
  undone(id: ConductedId, at: number): Promise<void>;
}
