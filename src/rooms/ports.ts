/** What rooms ask of the rest of the house. */
import type { ConversationId } from "../domain/ids.ts";
import type { Remembered, VisitStatus } from "../domain/visit.ts";
import type { RoomFields } from "./defaults.ts";

/** A visit as the lists of the house know it. Times are ms since the epoch. */
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
  /** For the host's memory, once it has ended; null: it goes on. */
  kept: readonly Remembered[] | null;
  /** When somebody who was in it was last in danger, by the ids of persons. */
  crisis: Readonly<Record<string, number>>;
}

export interface VisitBook {
  /** The same again changes nothing; an older state never overwrites a newer one. Rejects when storage fails. */
  record(visit: VisitRecord): Promise<void>;
}

export interface RoomVersion {
  version: number;
  /** `loaded`: it came with Nightjar. */
  change: "loaded" | "created" | "edited" | "restored";
  /** The version that was brought back. */
  restored_from: number | null;
  /** Id of a person; null: nobody here. */
  by: string | null;
  /** ms since the epoch. */
  at: number;
  fields: RoomFields;
}

/** How a version came about. */
export type RoomRevision = Pick<RoomVersion, "change" | "by"> & { restored_from?: number };
