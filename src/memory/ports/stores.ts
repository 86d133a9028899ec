/** What memory needs of the outside, beside its index. Every method throws only when the store itself fails. */
import type { Trust } from "../../domain/trust.ts";
import type { Alias, Commitment, CommitmentStatus, Edge, Episode, Fact, Memory, Scope } from "./model.ts";

/** One item of an owner's. */
export interface ItemKey {
  owner: string;
  id: string;
}

/** Whose memory, and which parts of it. */
export interface Reader {
  owner: string;
  scopes: readonly Scope[];
}

export interface PageRequest {
  limit: number;
  /** Opaque; from the page before. */
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
  /** Inserts, or when the same words are there already refreshes that one; returns what is stored. */
  put(memory: Memory): Promise<Memory>;
  get(owner: string, ids: readonly string[]): Promise<Memory[]>;
  list(
    owner: string,
    filter: {
      scopes?: readonly Scope[];
      tier?: Memory["tier"];
      tag?: string;
      faded?: boolean;
      trust?: Trust;
    },
    page: PageRequest,
  ): Promise<Memory[]>;
  update(item: ItemKey, change: MemoryChange, now: number): Promise<Memory | undefined>;
  /** Of all owners: marks what has faded by now, at most so many. */
  fade(now: number, limit: number): Promise<{ owner: string; id: string }[]>;
  /** Access refreshes: their priority counts from now on. */
  touch(owner: string, ids: readonly string[], now: number): Promise<void>;
}

export interface StateEntry {
  scope: Scope;
  key: string;
  value: string;
  trust: Trust;
  /** Where it came from, if from one. */
  conversation_id?: string;
  updated_at: number;
}

export interface StateStore {
  /** A trusted value takes the place of whatever stood or waited there; an untrusted one waits beside it. */
  set(owner: string, entry: Omit<StateEntry, "updated_at">, now: number): Promise<void>;
  all(owner: string, scopes: readonly Scope[]): Promise<StateEntry[]>;
}

/** What stands before an agent's eyes: as much of each as may, and all of it trusted. */
export interface Standing {
  memories: Pick<Memory, "content">[];
  facts: Pick<Fact, "entity" | "attribute" | "value">[];
  states: Pick<StateEntry, "key" | "value">[];
}

export interface StandingStore {
  of(owner: string, scopes: readonly Scope[]): Promise<Standing>;
}

export interface FactFilter {
  scopes?: readonly Scope[];
  /** Normalised name. */
  entity?: string;
  /** True in the world at this time. */
  at?: number;
  /** Believed at this time, whatever is known now. */
  believed_at?: number;
  /** With those that have ended or were retired. */
  history?: boolean;
  trust?: Trust;
}

export interface FactStore {
  /** In one transaction: the new fact, and what it ends. */
  write(fact: Fact, ended: readonly { id: string; valid_to: number }[], now: number): Promise<void>;
  /** Facts of these entities that are believed now; keys are normalised names. */
  current(reader: Reader, entities: readonly string[], attribute?: string): Promise<Fact[]>;
  confirm(item: ItemKey, confidence: number, now: number): Promise<void>;
  get(owner: string, ids: readonly string[]): Promise<Fact[]>;
  list(owner: string, filter: FactFilter, page: PageRequest): Promise<Fact[]>;
  update(
    item: ItemKey,
    change: { value?: string; confidence?: number; sticky?: boolean; trust?: Trust; disputes?: string[] },
    now: number,
  ): Promise<Fact | undefined>;
  /** Each is believed no more, since this one is. */
  supersede(fact: Fact, ended: readonly { id: string; valid_to: number }[], now: number): Promise<void>;
  /** No longer believed; kept as history. */
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
  /** The same promise, still open, is one commitment. */
  put(commitment: Commitment): Promise<Commitment>;
  get(owner: string, ids: readonly string[]): Promise<Commitment[]>;
  list(
    owner: string,
    filter: { scopes?: readonly Scope[]; status?: CommitmentStatus; trust?: Trust },
    page: PageRequest,
  ): Promise<Commitment[]>;
  /** Open, trusted and due before that time, the longest due first. */
  due(reader: Reader, before: number, limit: number): Promise<Commitment[]>;
  update(item: ItemKey, change: CommitmentChange, now: number): Promise<Commitment | undefined>;
  /** Of all owners: open and due before that time -> expired. */
  expire(before: number, now: number): Promise<number>;
}

export interface AliasStore {
  /** Trusted, it is the name; untrusted, it waits beside. */
  put(owner: string, alias: Alias, now: number): Promise<void>;
  list(owner: string): Promise<Alias[]>;
}

export interface EdgeStore {
  /** One that is there already, and trusted, stays so; an untrusted one becomes trusted when it is said again by who is. */
  put(owner: string, edges: readonly Edge[], now: number): Promise<void>;
  /** Edges that touch any of these nodes. */
  touching(owner: string, nodes: readonly string[], limit: number): Promise<Edge[]>;
}

/** A message of a conversation. */
export interface MessagePlace {
  conversation_id: string;
  message_id: string;
}

/** Ids of the items that name the message as their source. */
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

/** How far extraction and consolidation have come: both can stop anywhere and go on. */
export interface ProgressStore {
  /** Never back. */
  advance(of: SourceStage, ordinal: number, now: number): Promise<void>;
  fileHash(owner: string, path: string, stage: Stage): Promise<string | undefined>;
  setFileHash(of: FileStage, hash: string, now: number): Promise<void>;
  forgetFile(owner: string, path: string): Promise<void>;
  /** Those of them that were never indexed. */
  unindexed<F extends { owner: string; path: string }>(files: readonly F[]): Promise<F[]>;
  /** Files whose indexed text has not been consolidated. */
  changedFiles(limit: number): Promise<{ owner: string; path: string }[]>;
  /** Conversations with turns beyond where the stage has come, the quiet ones first. */
  behind(stage: Stage, quietBefore: number, limit: number): Promise<{ owner: string; source: string }[]>;
}
