/** What memory needs of the outside. Every method throws only when the store itself fails. */
import type {
  Alias,
  ChunkDraft,
  ChunkKind,
  Commitment,
  CommitmentStatus,
  Edge,
  Episode,
  Fact,
  Memory,
  Passage,
  Scope,
} from "./model.ts";

/** Whose memory, and which parts of it: a reader never leaves it. */
export interface Reach {
  owner: string;
  /** `all` are all scopes of the owner. */
  scopes: readonly Scope[] | "all";
  /** Only this conversation, file or table. */
  source?: string;
  kinds?: readonly ChunkKind[];
}

/** Counts what a search costs. */
export interface Meter {
  /** Rows of D1 that were looked at. */
  rows_read: number;
}

export interface WantedWord {
  /** The store stems it as it did the text. */
  word: string;
  /** How telling it is: what a match is worth. */
  weight: number;
}

export interface KeywordQuery extends Reach {
  /** Any of them may match. */
  words: readonly WantedWord[];
  limit: number;
  meter?: Meter | undefined;
}

/** Where something matched; the text is read with what stands around it. */
export interface KeywordHit {
  id: number;
  source: string;
  ordinal: number;
  kind: ChunkKind;
  /** Greater is better. */
  score: number;
}

export interface KeyedHit extends KeywordHit {
  key: string;
  scope: Scope;
}

/** A word of a question. */
export interface AskedWord {
  word: string;
  stem: string;
  /** Words of like meaning, for when this one is rare. */
  near: readonly { word: string; stem: string }[];
  /** In how many passages it stands, where that is known. */
  count?: number;
}

/** What is looked for among the passages that match. */
export interface FindRules {
  /** Passages of the owner that may match before the commonest words are left out. */
  most_matches: number;
  /** In fewer of the owner's passages than this a word is rare. */
  rare_below: number;
  /** What a match of a word of like meaning is worth of that of the word. */
  near_worth: number;
}

export interface Question extends Reach {
  words: readonly AskedWord[];
  rules: FindRules;
  limit: number;
  /** How many passages there are, of all owners and of this one, as last seen. Absent: it is looked up first. */
  totals?: Omit<Frequencies, "counts"> | undefined;
  meter?: Meter | undefined;
}

/** The owner's part of the index at a moment: by it a later change is seen. */
export interface State {
  owner: string;
  /** Another one when a passage has changed or gone. */
  edits: string;
  /** Another one when a passage has come. */
  last: string;
}

export interface Found {
  /** The best by the sum of the words' worth, in no order. */
  hits: KeywordHit[];
  frequencies: Frequencies;
  state: State;
}

export interface ReadOptions {
  meter?: Meter | undefined;
  /** What was read in this state and has not changed need not be read again. Absent: everything is read. */
  state?: State;
}

/** Positions `from` to `to` of a source, both included. */
export interface Span {
  source: string;
  from: number;
  to: number;
}

export interface Frequencies {
  /** In how many passages each stem of the question stands. */
  counts: ReadonlyMap<string, number>;
  /** Passages of all owners. */
  total: number;
  /** Passages of this owner, by and large. */
  owned: number;
}

export interface ChunkStore {
  /** One transaction. Unchanged texts cost nothing but the look. */
  put(drafts: readonly ChunkDraft[], now: number): Promise<void>;
  /** In one transaction: the passages of a file in place of its earlier ones, and the hash it is known by. Gives the ids of what was there. */
  replaceFile(
    file: { owner: string; path: string; hash: string },
    drafts: readonly ChunkDraft[],
    now: number,
  ): Promise<number[]>;
  /** Without `keys` the whole source. The full-text index goes with it. Gives the ids of what was there. */
  remove(owner: string, source: string, keys?: readonly string[]): Promise<number[]>;
  /** Where passages with these ids or keys stand; what is not there or not the owner's is left out. */
  locate(
    owner: string,
    wanted: { ids: readonly number[] } | { source: string; keys: readonly string[] },
  ): Promise<KeyedHit[]>;
  search(query: KeywordQuery): Promise<KeyedHit[]>;
  /** As `search`, where the words are worth what the index says: the rarer a word, the more. */
  find(question: Question): Promise<Found>;
  /** Passages in the spans: in their order, unless a state is given. */
  read(owner: string, spans: readonly Span[], options?: ReadOptions): Promise<Passage[]>;
  /** Passages that hold the words next to each other. */
  mentions(reach: Reach, phrase: string): Promise<Passage[]>;
  /** Conversations in which a message holds all these words, the last of them perhaps only begun. */
  saidIn(owner: string, said: { words: readonly string[]; tokens: readonly string[] }): Promise<string[]>;
  /** Scopes in which this owner has anything. */
  scopes(owner: string): Promise<Scope[]>;
  pruneEmbeddings(before: number): Promise<void>;
  byKeys(owner: string, keys: readonly string[]): Promise<Passage[]>;
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
}

export interface MemoryStore {
  /** Inserts, or when the same words are there already refreshes that one; returns what is stored. */
  put(memory: Memory): Promise<Memory>;
  get(owner: string, ids: readonly string[]): Promise<Memory[]>;
  list(
    owner: string,
    filter: { scopes?: readonly Scope[]; tier?: Memory["tier"]; tag?: string; faded?: boolean },
    page: PageRequest,
  ): Promise<Memory[]>;
  sticky(owner: string, scopes: readonly Scope[]): Promise<Memory[]>;
  update(owner: string, id: string, change: MemoryChange, now: number): Promise<Memory | undefined>;
  remove(owner: string, ids: readonly string[]): Promise<number>;
  /** Of all owners: marks what has faded by now, at most so many. */
  fade(now: number, limit: number): Promise<{ owner: string; id: string }[]>;
  /** Access refreshes: their priority counts from now on. */
  touch(owner: string, ids: readonly string[], now: number): Promise<void>;
}

export interface StateEntry {
  key: string;
  value: string;
  updated_at: number;
}

export interface StateStore {
  set(owner: string, scope: Scope, key: string, value: string, now: number): Promise<void>;
  list(owner: string, scopes: readonly Scope[]): Promise<StateEntry[]>;
  remove(owner: string, scope: Scope, key: string): Promise<boolean>;
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
}

export interface FactStore {
  /** In one transaction: the new fact, and what it ends. */
  write(fact: Fact, ended: readonly { id: string; valid_to: number }[], now: number): Promise<void>;
  /** Facts of these entities that are believed now; keys are normalised names. */
  current(
    owner: string,
    scopes: readonly Scope[],
    entities: readonly string[],
    attribute?: string,
  ): Promise<Fact[]>;
  confirm(owner: string, id: string, confidence: number, now: number): Promise<void>;
  get(owner: string, ids: readonly string[]): Promise<Fact[]>;
  list(owner: string, filter: FactFilter, page: PageRequest): Promise<Fact[]>;
  sticky(owner: string, scopes: readonly Scope[]): Promise<Fact[]>;
  update(
    owner: string,
    id: string,
    change: { value?: string; confidence?: number; sticky?: boolean },
    now: number,
  ): Promise<Fact | undefined>;
  /** No longer believed; kept as history. */
  retire(owner: string, id: string, now: number): Promise<boolean>;
  remove(owner: string, ids: readonly string[]): Promise<number>;
}

export interface EpisodeStore {
  put(episode: Episode): Promise<void>;
  get(owner: string, ids: readonly string[]): Promise<Episode[]>;
  list(owner: string, filter: { scopes?: readonly Scope[] }, page: PageRequest): Promise<Episode[]>;
  remove(owner: string, ids: readonly string[]): Promise<number>;
}

export interface CommitmentChange {
  status?: CommitmentStatus;
  what?: string;
  who?: string;
  due_at?: number | null;
  note?: string;
}

export interface CommitmentStore {
  /** The same promise, still open, is one commitment. */
  put(commitment: Commitment): Promise<Commitment>;
  get(owner: string, ids: readonly string[]): Promise<Commitment[]>;
  list(
    owner: string,
    filter: { scopes?: readonly Scope[]; status?: CommitmentStatus },
    page: PageRequest,
  ): Promise<Commitment[]>;
  /** Open and due before that time, the longest due first. */
  due(owner: string, scopes: readonly Scope[], before: number, limit: number): Promise<Commitment[]>;
  update(owner: string, id: string, change: CommitmentChange, now: number): Promise<Commitment | undefined>;
  remove(owner: string, ids: readonly string[]): Promise<number>;
  /** Of all owners: open and due before that time -> expired. */
  expire(before: number, now: number): Promise<number>;
}

export interface AliasStore {
  put(owner: string, alias: Alias, now: number): Promise<void>;
  list(owner: string): Promise<Alias[]>;
  remove(owner: string, aliasKey: string): Promise<boolean>;
  /** All names of an entity, by its key or one of theirs. */
  removeEntity(owner: string, entityKey: string): Promise<number>;
}

export interface EdgeStore {
  put(owner: string, edges: readonly Edge[], now: number): Promise<void>;
  /** Edges that touch any of these nodes. */
  touching(owner: string, nodes: readonly string[], limit: number): Promise<Edge[]>;
  removeTouching(owner: string, nodes: readonly string[]): Promise<number>;
}

export type Stage = "extract" | "consolidate" | "index";

/** How far extraction and consolidation have come: both can stop anywhere and go on. */
export interface ProgressStore {
  /** -1 when nothing has been done yet. */
  position(owner: string, source: string, stage: Stage): Promise<number>;
  /** Never back. */
  advance(owner: string, source: string, stage: Stage, ordinal: number, now: number): Promise<void>;
  fileHash(owner: string, path: string, stage: Stage): Promise<string | undefined>;
  setFileHash(owner: string, path: string, stage: Stage, hash: string, now: number): Promise<void>;
  forgetFile(owner: string, path: string): Promise<void>;
  /** Those of them that were never indexed. */
  unindexed<F extends { owner: string; path: string }>(files: readonly F[]): Promise<F[]>;
  /** Files whose indexed text has not been consolidated. */
  changedFiles(limit: number): Promise<{ owner: string; path: string }[]>;
  /** Conversations with turns beyond where the stage has come, the quiet ones first. */
  behind(stage: Stage, quietBefore: number, limit: number): Promise<{ owner: string; source: string }[]>;
}
