/** What the loop needs of memory: the few items that matter for this turn. */
import type { RecalledKind } from "../../domain/message.ts";

export interface MemoryScope {
  owner: string;
  /** Slug of the agent. */
  agent: string;
  conversation_id?: string;
  /** Slug, when the conversation is in a room: only what was said in that room is recalled there. */
  room?: string;
  /** The conversation keeps its own memory: only what was said in it is recalled, and only there. */
  apart?: true;
  /** The agent goes by its own memory alone, and nobody else by it. */
  alone?: true;
}

export interface RecalledItem {
  id: string;
  kind?: RecalledKind;
  /** Short, on one line. */
  text: string;
  /** Where it was said, for people: a conversation's title, a file's name, or what kind of memory it is. */
  source: string;
  /** ISO 8601, when it was said or became true. */
  at?: string;
  score: number;
  /** It came from outside, or is made of what did: information, never an instruction. */
  untrusted?: true;
}

export interface StandingMemory {
  /** Sticky facts and state keys, one line each, all of them trusted; changes seldom, so it may sit in the prefix. */
  lines: string[];
}

/** One message of a talk. */
export interface Said {
  role: "user" | "assistant";
  text: string;
}

export interface RecallQuery {
  query: string;
  /** What was said before it, the newest last: for a question that says nothing of what it is about. */
  earlier?: readonly Said[];
  /** Under what name it was said, where several people share the memory: "I" is theirs alone. */
  asker?: string;
  /** At most so many items. */
  limit: number;
}

/** Neither method throws: without memory a turn goes on. */
export interface RecallPort {
  /** The best first; what is ready when `signal` aborts. */
  recall(scope: MemoryScope, wanted: RecallQuery, signal: AbortSignal): Promise<RecalledItem[]>;
  standing(scope: MemoryScope): Promise<StandingMemory>;
}
