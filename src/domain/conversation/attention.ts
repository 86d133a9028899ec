/** The items of a conversation that need a person's attention, shortened for lists. */
import type { CallId } from "../ids.ts";
import type { Channel } from "../inbound.ts";

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
} & ({ type: "question"; options: string[] } | { type: "approval"; tool: string; input: string });

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
