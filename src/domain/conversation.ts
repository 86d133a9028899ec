/** What a conversation is when it comes to be. */
import type { CallId, ConversationId } from "./ids.ts";
import type { Channel } from "./inbound.ts";

/** The call of another conversation that has set one going. */
export interface Parent {
  conversation_id: ConversationId;
  call_id: CallId;
  /** How far down: 1 where the parent has none. */
  depth: number;
}

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
  /** Null: a person, a schedule or an agent's own word has begun it. */
  parent: Parent | null;
}
