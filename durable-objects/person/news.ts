/** As much of a conversation as decides whether its people are notified. */
import type { AskNote } from "../../src/domain/conversation/attention.ts";

export interface ConversationNews {
  id: string;
  title: string;
  /** Of the event of what was said last. */
  said_seq: number;
  /** They have not read it. */
  unread: boolean;
  /** ms since the epoch. */
  updated_at: number;
  /** What they may answer. */
  asks: AskNote[];
}
