/** Storage ports of visits. */
import type { ConversationId } from "../domain/ids.ts";
import type { RememberedSaying, VisitStatus } from "../domain/visit.ts";

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
