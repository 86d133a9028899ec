/** Ports of memory's stores, except its index. Every method throws only when the store itself fails. */
import type { Trust } from "../../domain/trust.ts";
import type {
  Alias,
  Commitment,
  CommitmentStatus,
  Edge,
  EdgeDraft,
  Episode,
  Fact,
  Memory,
  Relation,
  Scope,
  Wish,
} from "./model.ts";

/** Key of an item. */
export interface ItemKey {
  owner: string;
  id: string;
}

/** Limits of a read: the owner, and the scopes of their memory. */
export interface Reader {
  owner: string;
  scopes: readonly Scope[];
}

export interface PageRequest {
  limit: number;
  /** Opaque; from the previous page. */
  cursor?: string;
}

export interface MemoryChange {
  content?: string;
  tier?: Memory["tier"];
  tags?: string[];
  about?: string;
  priority?: number;
  decay_rate?: number;
  sticky?: boolean;
  scope?: Scope;
  trust?: Trust;
}

export interface MemoryStore {
  /** Inserts, or refreshes a memory with the same words; returns the stored one. */
  put(memory: Memory): Promise<Memory>;
  get(owner: string, ids: readonly string[]): Promise<Memory[]>;
  list(
    owner: string,
    filter: {
      scopes?: readonly Scope[];
      tier?: Memory["tier"];
      tag?: string;
      faded?: boolean;
      /** Leaves out what a later memory corrected. */
      held?: true;
      trust?: Trust;
    },
    page: PageRequest,
  ): Promise<Memory[]>;
  /** Takes corrected memories out of search and keeps them as history. */
  supersede(by: Memory, ids: readonly string[], now: number): Promise<void>;
  update(item: ItemKey, change: MemoryChange, now: number): Promise<Memory | undefined>;
  /** For all owners: marks at most `limit` memories that have faded by now. */
  fade(now: number, limit: number): Promise<{ owner: string; id: string }[]>;
  /** Records an access: decay starts again from now. */
  touch(owner: string, ids: readonly string[], now: number): Promise<void>;
}

export interface StateEntry {
  scope: Scope;
  key: string;
  value: string;
  trust: Trust;
  /** The conversation it came from, if any. */
  conversation_id?: string;
  updated_at: number;
}

export interface StateStore {
  /** A trusted value replaces the stored and the waiting one; an untrusted value waits beside it. */
  set(owner: string, entry: Omit<StateEntry, "updated_at">, now: number): Promise<void>;
  all(owner: string, scopes: readonly Scope[]): Promise<StateEntry[]>;
}

/** Standing memory, which is part of every prompt: limited in size, and all of it trusted. */
export interface Standing {
  memories: Pick<Memory, "content">[];
  facts: Pick<Fact, "entity" | "attribute" | "value">[];
  states: Pick<StateEntry, "key" | "value">[];
  /** Wishes that hold, newest first. */
  wishes: Pick<Wish, "id" | "kind" | "content" | "condition" | "said_at">[];
}

export interface StandingStore {
  of(owner: string, scopes: readonly Scope[]): Promise<Standing>;
  /** The value that is cached in this process, if there is one. Never reads. */
  known(owner: string, scopes: readonly Scope[]): Standing | undefined;
}

export interface FactFilter {
  scopes?: readonly Scope[];
  /** Normalised name. */
  entity?: string;
  /** Valid in the world at this time. */
  at?: number;
  /** Believed at this time, whatever is known now. */
  believed_at?: number;
  /** Includes facts that have ended or were retired. */
  history?: boolean;
  trust?: Trust;
}

export interface FactStore {
  /** One transaction: inserts the fact and ends the others. */
  write(fact: Fact, ended: readonly { id: string; valid_to: number }[], now: number): Promise<void>;
  /** Facts about these entities that are believed now; keys are normalised names. */
  current(reader: Reader, entities: readonly string[], attribute?: string): Promise<Fact[]>;
  confirm(item: ItemKey, confidence: number, now: number): Promise<void>;
  get(owner: string, ids: readonly string[]): Promise<Fact[]>;
  list(owner: string, filter: FactFilter, page: PageRequest): Promise<Fact[]>;
  update(
    item: ItemKey,
    change: { value?: string; confidence?: number; sticky?: boolean; trust?: Trust; disputes?: string[] },
    now: number,
  ): Promise<Fact | undefined>;
  /** Retires each of the ended facts in favour of this one. */
  supersede(fact: Fact, ended: readonly { id: string; valid_to: number }[], now: number): Promise<void>;
  /** Marks it as no longer believed; it is kept as history. */
  retire(owner: string, id: string, now: number): Promise<boolean>;
}

export interface EpisodeStore {
  put(episode: Episode): Promise<void>;
  trust(item: ItemKey, trust: Trust): Promise<Episode | undefined>;
  get(owner: string, ids: readonly string[]): Promise<Episode[]>;
  list(owner: string, filter: { scopes?: readonly Scope[] }, page: PageRequest): Promise<Episode[]>;
}

export interface CommitmentChange {
  status?: CommitmentStatus;
  what?: string;
  who?: string;
  due_at?: number | null;
  note?: string;
  trust?: Trust;
}

export interface CommitmentStore {
  /** A commitment with the same words that is still open is updated, not duplicated. */
  put(commitment: Commitment): Promise<Commitment>;
  get(owner: string, ids: readonly string[]): Promise<Commitment[]>;
  list(
    owner: string,
    filter: { scopes?: readonly Scope[]; status?: CommitmentStatus; trust?: Trust },
    page: PageRequest,
  ): Promise<Commitment[]>;
  /** Open, trusted and due before that time, longest overdue first. */
  due(reader: Reader, before: number, limit: number): Promise<Commitment[]>;
  update(item: ItemKey, change: CommitmentChange, now: number): Promise<Commitment | undefined>;
  /** For all owners: marks open commitments due before that time as expired. */
  expire(before: number, now: number): Promise<number>;
}

export interface AliasStore {
  /** A trusted alias replaces the name; an untrusted one waits beside it. */
  put(owner: string, alias: Alias, now: number): Promise<void>;
  list(owner: string): Promise<Alias[]>;
}

/** The two nodes of an edge, and its name. */
export type EdgeKey = Pick<Edge, "source_id" | "relation" | "target_id">;

export interface RelationFilter {
  /** Nodes, of which a relation has at least one. */
  nodes?: readonly string[];
  /** Includes relations that have ended. */
  history?: boolean;
  trust?: Trust;
}

export interface RelationChange {
  trust?: Trust;
  /** Null: it holds again. */
  ended_at?: number | null;
}

export interface EdgeStore {
  /**
   * An existing trusted edge stays trusted; an untrusted one becomes trusted when a trusted source repeats
   * it. An ended edge that is written again holds again, unless it is trusted and the writer is not.
   */
  put(owner: string, edges: readonly EdgeDraft[], now: number): Promise<void>;
  /** Edges that hold and touch any of these nodes. */
  touching(owner: string, nodes: readonly string[], limit: number): Promise<Edge[]>;
  /** Relations of people and things, newest first. */
  list(owner: string, filter: RelationFilter, page: PageRequest): Promise<Relation[]>;
  get(owner: string, ids: readonly string[]): Promise<Relation[]>;
  find(owner: string, key: EdgeKey): Promise<Relation | undefined>;
  update(item: ItemKey, change: RelationChange): Promise<Relation | undefined>;
}

/** Identifies a message of a conversation. */
export interface MessagePlace {
  conversation_id: string;
  message_id: string;
}

/** Returns the ids of the items whose source is the message. */
export type LearntFrom = (owner: string, place: MessagePlace) => Promise<string[]>;

export type Stage = "extract" | "consolidate" | "index";

export interface SourceStage {
  owner: string;
  source: string;
  stage: Stage;
}

export interface FileStage {
  owner: string;
  path: string;
  stage: Stage;
}

/** Times in ms since the epoch: `from` is included, `to` is not. */
export interface ProgramSpan {
  owner: string;
  from: number;
  to: number;
}

/** A passage, by its place. */
export interface ReadPlace {
  source: string;
  ordinal: number;
}

/** Progress of extraction and consolidation: both can stop anywhere and continue. */
export interface ProgressStore {
  /** Moves the position forward, never back. */
  advance(of: SourceStage, ordinal: number, now: number): Promise<void>;
  /** Twin of `advance` for the last of these passages of each source. */
  advanceAll(of: Omit<SourceStage, "source">, read: readonly ReadPlace[], now: number): Promise<void>;
  /** Programs' conversations that were last changed in that span and that the stage has never read, oldest first. */
  unreadOfPrograms(stage: Stage, span: ProgramSpan, limit: number): Promise<string[]>;
  fileHash(owner: string, path: string, stage: Stage): Promise<string | undefined>;
  setFileHash(of: FileStage, hash: string, now: number): Promise<void>;
  forgetFile(owner: string, path: string): Promise<void>;
  /** The given files that were never indexed. */
  unindexed<F extends { owner: string; path: string }>(files: readonly F[]): Promise<F[]>;
  /** Files whose indexed text has not been consolidated. */
  changedFiles(limit: number): Promise<{ owner: string; path: string }[]>;
  /** Conversations with turns after the stage's position, longest quiet first. */
  behind(stage: Stage, quietBefore: number, limit: number): Promise<{ owner: string; source: string }[]>;
}
