/** The part of a conversation that decides whether its people are notified. */
import type { AskNote } from "../../src/domain/conversation/attention.ts";

export interface ConversationNews {
  id: string;
  title: string;
  /** Sequence number of the event of the newest message. */
  said_seq: number;
  /** Whether this person has yet to read it. */
  unread: boolean;
  /** ms since the epoch. */
  updated_at: number;
  /** Questions and approvals that this person may answer. */
  asks: AskNote[];
}
