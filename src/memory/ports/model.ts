/** Types of long-term memory. Times are ms since the epoch. */
import type { Trust } from "../../domain/trust.ts";

export type ChunkKind = "turn" | "file" | "memory" | "fact" | "episode";

/**
 * Visibility: `person` is shared by all agents of the owner; an agent's, a room's or a conversation's own
 * memory stays there.
 */
export type Scope = "person" | `agent:${string}` | `room:${string}` | `conversation:${string}`;

/** The way by which an item came into memory. */
export type Origin = "tool" | "extraction" | "consolidation" | "person" | "import";

export interface Provenance {
  origin: Origin;
  /**
   * Trust of the sources. Untrusted content is shown marked, and needs a person's confirmation to count as
   * more.
   */
  trust: Trust;
  conversation_id?: string;
  message_id?: string;
}

/** A passage to index. A second one with the same owner, source and key replaces the first. */
export interface ChunkDraft {
  owner: string;
  scope: Scope;
  kind: ChunkKind;
  /** Conversation id, file path, or the table that the text comes from. */
  source: string;
  key: string;
  session: string;
  /** Absent: appended to its source. */
  ordinal?: number;
  speaker: string;
  role: "user" | "assistant" | "";
  agent: string;
  said_at?: number;
  text: string;
  /** Trust of the text. */
  trust: Trust;
  lines?: { start: number; end: number };
}

/** A passage as search sees it. */
export interface Passage {
  /** Id in the index. */
  id: number;
  scope: Scope;
  kind: ChunkKind;
  source: string;
  key: string;
  session: string;
  ordinal: number;
  speaker: string;
  role: string;
  agent: string;
  said_at?: number;
  text: string;
  /** Trust of the text. */
  trust: Trust;
  lines?: { start: number; end: number };
}

export type Tier = "short_term" | "long_term";

export interface Memory extends Provenance {
  id: string;
  owner: string;
  scope: Scope;
  content: string;
  about: string;
  tier: Tier;
  tags: string[];
  /** 0 to 1, as of `last_accessed`; decay.ts computes the current value. */
  priority: number;
  /** Loss of priority per cycle. */
  decay_rate: number;
  last_accessed: number;
  sticky: boolean;
  observed_at: number;
  created_at: number;
  updated_at: number;
  faded_at?: number;
  /** The memory that corrected it, at `faded_at`. */
  superseded_by?: string;
}

export interface Fact extends Provenance {
  id: string;
  owner: string;
  scope: Scope;
  entity: string;
  attribute: string;
  value: string;
  /** 0 to 1. */
  confidence: number;
  sticky: boolean;
  valid_from: number;
  valid_to?: number;
  recorded_at: number;
  retired_at?: number;
  superseded_by?: string;
  /** Only for an untrusted fact: ids of the trusted facts that it would end if it were trusted. */
  disputes: string[];
  updated_at: number;
}

export interface Episode extends Provenance {
  id: string;
  owner: string;
  scope: Scope;
  summary: string;
  topics: string[];
  tone: string;
  started_at: number;
  ended_at: number;
  first_ordinal?: number;
  last_ordinal?: number;
  created_at: number;
}

export type CommitmentStatus = "open" | "done" | "expired" | "cancelled";

export interface Commitment extends Provenance {
  id: string;
  owner: string;
  scope: Scope;
  who: string;
  what: string;
  status: CommitmentStatus;
  due_at?: number;
  note: string;
  created_at: number;
  updated_at: number;
  closed_at?: number;
}

export type WishKind = "wish" | "preference";

/** A standing wish or preference of a person. */
export interface Wish extends Provenance {
  id: string;
  owner: string;
  scope: Scope;
  kind: WishKind;
  /** The person's own sentence. */
  content: string;
  /** Clause of it that says when it holds; empty: always. */
  condition: string;
  /** ms since the epoch. */
  said_at: number;
  created_at: number;
  updated_at: number;
  /** Time from which it no longer holds; absent: it holds. */
  ended_at?: number;
  /** The contrary wish that ended it. */
  superseded_by?: string;
}

export interface Alias {
  alias: string;
  entity: string;
  /** An untrusted alias is not used until its person confirms it. */
  trust: Trust;
}

export interface Edge {
  source_id: string;
  target_id: string;
  relation: string;
  weight: number;
  trust: Trust;
}

/** An edge to write, with its source. */
export interface EdgeDraft extends Edge, Provenance {
  id: string;
  /** Names as people write them; empty for a node without one. */
  source_name: string;
  target_name: string;
}

/** A directed connection of two people or things, by their names. */
export interface Relation extends Provenance {
  id: string;
  owner: string;
  from: string;
  relation: string;
  to: string;
  created_at: number;
  /** Time from which it no longer held; absent: it holds. */
  ended_at?: number;
}
