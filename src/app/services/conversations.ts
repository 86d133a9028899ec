/** The index of conversations, and the ways to begin and end one. */

import type { StateView } from "../../../durable-objects/conversation/views/state.ts";
import type { ConversationInit } from "../../domain/conversation/conversation.ts";
import type { Result } from "../../domain/errors.ts";
import type { ConversationRow } from "../../storage/d1/index/conversation-summary.ts";
import type { ConversationIndex } from "../../storage/d1/index/conversations.ts";
import type { InboxStore } from "../../storage/d1/index/inbox.ts";
import { group } from "./group.ts";

export interface ConversationServices {
  conversations: ConversationIndex;
  /** What waits for people, and how far they have read. */
  inbox: InboxStore;
  /** A new conversation appears in its owner's list at once. */
  indexNew(init: ConversationInit): Promise<ConversationRow>;
  /** Makes it, and enters it into the index. */
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
