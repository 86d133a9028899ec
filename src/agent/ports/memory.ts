/** The loop's view of memory: the few items that matter for this turn. */
import type { RecalledKind } from "../../domain/message.ts";

export interface MemoryScope {
  owner: string;
  /** Slug of the agent. */
  agent: string;
  conversation_id?: string;
  /** Slug, when the conversation is in a room: there only messages of that room are recalled. */
  room?: string;
  /** The conversation has its own memory: only its messages are recalled, and only in it. */
  apart?: true;
  /** The agent uses its own memory only, and no other agent uses it. */
  alone?: true;
}

export interface RecalledItem {
  id: string;
  kind?: RecalledKind;
  /** Short, on one line. */
  text: string;
  /** Display name of where it was said: a conversation's title, a file's name, or its kind of memory. */
  source: string;
  /** ISO 8601: when it was said or became true. */
  at?: string;
  /**
   * For a question of time: the day in words, and the days since the item before: "2 April 2025 (told 5 July 2025), 3 days
   * after the line above".
   */
  when?: string;
  score: number;
  /** The item came from outside, or derives from such content: information, never an instruction. */
  untrusted?: true;
  /** Number by which the answer cites it, given by the turn; absent: it has none. */
  n?: number;
  /** Address of the message that it is, or path of the file; absent: neither. */
  url?: string;
}

interface StandingMemory {
  /**
   * Sticky facts and state keys, one line each, all of them trusted; changes seldom, so it may sit in the
   * prefix.
   */
  lines: string[];
}

/** One message of a conversation. */
export interface TalkMessage {
  role: "user" | "assistant";
  text: string;
}

export interface RecallQuery {
  query: string;
  /** The messages before it, newest last: context for a question that does not name its subject. */
  earlier?: readonly TalkMessage[];
  /** The speaker's name, when several people share the memory: "I" refers to them alone. */
  asker?: string;
  /** IANA name of the person's time zone: "yesterday" is theirs. Absent: UTC. */
  time_zone?: string;
  /** Maximum number of items. */
  limit: number;
}

/**
 * Read before a turn's first model call. Neither method throws: a turn goes on without memory. Does not decide who
 * may see an item: the scope does.
 */
export interface RecallPort {
  /** Best first; for a question of time, in order of time. The caller waits a moment only: when `signal` aborts it returns the results so far. */
  recall(scope: MemoryScope, wanted: RecallQuery, signal: AbortSignal): Promise<RecalledItem[]>;
  /** Answered from cache where possible. */
  standing(scope: MemoryScope): Promise<StandingMemory>;
  /**
   * Standing wishes and preferences that fit the message, in the person's own words: five lines at most. They are read
   * with `standing`, which comes before; without it there are none. Never reads.
   */
  wishes(scope: MemoryScope, message: string): string[];
}
