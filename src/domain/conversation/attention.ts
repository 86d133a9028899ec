/** What a conversation has for the attention of people: as much as lists show of it, in few words. */
import type { CallId } from "../ids.ts";
import type { Channel } from "../inbound.ts";

export interface Attention {
  asks: AskNote[];
  reminders: ReminderNote[];
  failed: FailedNote[];
}

/** It waits for an answer, or for a decision. */
export type AskNote = {
  call_id: CallId;
  /** The question; of an approval, why it is asked. */
  text: string;
  /** ISO 8601, UTC. */
  expires_at?: string;
} & ({ type: "question"; options: string[] } | { type: "approval"; tool: string; input: string });

/** A message that comes when it is time. */
export interface ReminderNote {
  id: string;
  /** ms since the epoch. */
  at: number;
  text: string;
}

/** A reply that did not arrive. */
export interface FailedNote {
  id: string;
  channel: Channel;
  reason: string;
  /** ms since the epoch. */
  at: number;
}
