/** Storage ports of rooms and visits. */
import type { ConversationId } from "../domain/ids.ts";
import type { RememberedSaying, VisitStatus } from "../domain/visit.ts";
import type { RoomFields } from "./defaults.ts";

/** A visit as the lists in D1 hold it. Times are ms since the epoch. */
export interface VisitRecord {
  id: ConversationId;
  /** Slug. */
  room: string;
  /** Id of the person whose visit it is. */
  owner: string;
  status: VisitStatus;
  started_at: number;
  ended_at: number | null;
  message_count: number;
  /** Messages for the host's memory, once the visit has ended; null: it goes on. */
  kept: readonly RememberedSaying[] | null;
  /** Time of the last crisis of each person in the visit, by their ids. */
  crisis: Readonly<Record<string, number>>;
}

export interface VisitRecorder {
  /** Idempotent; an older state never overwrites a newer one. Rejects when storage fails. */
  record(visit: VisitRecord): Promise<void>;
}

export interface RoomVersion {
  version: number;
  /** `loaded`: it came with Nightjar. */
  change: "loaded" | "created" | "edited" | "restored";
  /** The version that was restored. */
  restored_from: number | null;
  /** Id of a person; null: nobody of this instance. */
  by: string | null;
  /** ms since the epoch. */
  at: number;
  fields: RoomFields;
}

/** The origin of a version. */
export type RoomRevision = Pick<RoomVersion, "change" | "by"> & { restored_from?: number };
