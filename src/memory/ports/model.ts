/** The vocabulary of long-term memory. Times are ms since the epoch. */
import type { Trust } from "../../domain/trust.ts";

export type ChunkKind = "turn" | "file" | "memory" | "fact" | "episode";

/** Who may see it: `person` is all agents of its owner; an agent's, a room's or a conversation's own stay with it. */
export type Scope = "person" | `agent:${string}` | `room:${string}` | `conversation:${string}`;

/** How an item came into memory. */
export type Origin = "tool" | "extraction" | "consolidation" | "person" | "import";

export interface Provenance {
  origin: Origin;
  /** Of what it was made of. Untrusted content is shown marked, and waits for a person's yes to stand for more. */
  trust: Trust;
  conversation_id?: string;
  message_id?: string;
}

/** A passage to index. A second one with the same owner, source and key replaces the first. */
export interface ChunkDraft {
  owner: string;
  scope: Scope;
  kind: ChunkKind;
  /** Conversation id, file path, or the table the text comes from. */
  source: string;
  key: string;
  session: string;
  /** Absent: after the last of its source. */
  ordinal?: number;
  speaker: string;
  role: "user" | "assistant" | "";
  agent: string;
  said_at?: number;
  text: string;
  /** Whose words they are. */
  trust: Trust;
  lines?: { start: number; end: number };
}

/** A passage as search sees it. */
export interface Passage {
  /** Number in the index. */
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
  /** Whose words they are. */
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
  /** 0 to 1 at `last_accessed`; decay.ts computes what is left of it. */
  priority: number;
  /** A cycle. */
  decay_rate: number;
  last_accessed: number;
  sticky: boolean;
  observed_at: number;
  created_at: number;
  updated_at: number;
  faded_at?: number;
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
  /** Of an untrusted one: ids of the trusted facts that it would end, were it trusted. */
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

export interface Alias {
  alias: string;
  entity: string;
  /** An untrusted one is nobody's name yet. */
  trust: Trust;
}

export interface Edge {
  source_id: string;
  target_id: string;
  relation: string;
  weight: number;
  trust: Trust;
}
