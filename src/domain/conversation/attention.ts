/** The items of a conversation that need a person's attention, shortened for lists. */
import type { OfferedGrant } from "../grants/scopes.ts";
import type { CallId } from "../ids.ts";
import type { Channel } from "../inbound.ts";
import type { CallProvenance } from "../provenance/provenance.ts";

export interface Attention {
  asks: AskNote[];
  reminders: ReminderNote[];
  failed: FailedNote[];
}

/** An open question or approval. */
export type AskNote = {
  call_id: CallId;
  /** The question, or the reason for an approval. */
  text: string;
  /** ISO 8601, UTC. */
  expires_at?: string;
} & (
  | { type: "question"; options: string[] }
  /** Absent provenance: unknown, or too long. Absent `grant`: it can be allowed once, and not for longer. */
  | ({
      type: "approval";
      tool: string;
      input: string;
      grant?: OfferedGrant;
    } & Pick<CallProvenance, "provenance" | "read">)
);

/** A message that is due at a later time. */
export interface ReminderNote {
  id: string;
  /** ms since the epoch. */
  at: number;
  text: string;
}

/** A reply that could not be delivered. */
export interface FailedNote {
  id: string;
  channel: Channel;
  reason: string;
  /** ms since the epoch. */
  at: number;
}
