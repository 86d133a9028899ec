/** The index of conversations, and functions to open and forget one. */

import type { StateView } from "../../../durable-objects/conversation/views/state.ts";
import type { ConversationInit } from "../../domain/conversation/conversation.ts";
import type { Result } from "../../domain/errors.ts";
import type { ConversationRow } from "../../storage/d1/index/conversation-summary.ts";
import type { ConversationIndex } from "../../storage/d1/index/conversations.ts";
import type { InboxStore } from "../../storage/d1/index/inbox.ts";
import { group } from "./group.ts";

export interface ConversationServices {
  conversations: ConversationIndex;
  /** Open questions and other items that wait for people, and their read positions. */
  inbox: InboxStore;
  /** Enters a new conversation into the index, so that its owner's list shows it at once. */
  /** `times`: of a conversation that took place elsewhere, in ms since the epoch. */
  indexNew(
    init: ConversationInit,
    times?: { created_at: number; updated_at: number },
  ): Promise<ConversationRow>;
  /** Creates a conversation and enters it into the index. */
  openNew(init: ConversationInit): Promise<{ row: ConversationRow; opened: Result<StateView> }>;
  forgetConversation(id: string): Promise<void>;
}

export const CONVERSATIONS = group<ConversationServices>()(
  "conversations",
  "inbox",
  "indexNew",
  "openNew",
  "forgetConversation",
);
