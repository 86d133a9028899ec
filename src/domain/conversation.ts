/** What a conversation is when it comes to be. */
import type { ConversationId } from "./ids.ts";
import type { Channel } from "./inbound.ts";

export interface ConversationInit {
  conversation_id: ConversationId;
  owner: string;
  /** Null: the instance's default. */
  agent: string | null;
  room: string | null;
  /** Where it lives: what is said in it unasked goes there. */
  channel: Channel;
  title: string;
  model: string | null;
  mode: string | null;
}
