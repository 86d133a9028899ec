/** The index of passages, as memory needs it. Every method throws only when the store itself fails. */
import type { ChunkDraft, ChunkKind, Passage, Scope } from "./model.ts";
import type { SourceStage } from "./stores.ts";

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

/** What was said, by its words. */
export interface SaidWords {
  /** Each of them must be there; the last may be the beginning of a word. */
  words: readonly string[];
  /** Of scripts without spaces, and emoji. */
  tokens: readonly string[];
}

/** Where the last message of a page stands: ms since the epoch, and the passage. */
export interface SaidPlace {
  at: number;
  id: number;
}

export interface SaidQuery {
  person: string;
  said: SaidWords;
  after?: SaidPlace;
  limit: number;
}

/** A message that was found: of a long one, how it begins. */
export interface SaidMessage {
  conversation_id: string;
  message_id: string;
  title: string;
  archived: boolean;
  role: string;
  speaker: string;
  agent: string;
  text: string;
  place: SaidPlace;
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
  /** What these passages lack beside their text, since whoever was to see to it was cut off, they are given now. */
  complete(drafts: readonly ChunkDraft[]): Promise<void>;
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
  /** The next passages of a source behind this position, at most so many and in their order, however wide the gap. */
  after(of: { owner: string; source: string }, ordinal: number, limit: number): Promise<Passage[]>;
  /** The same behind what that stage has come to. */
  notYet(of: SourceStage, limit: number): Promise<Passage[]>;
  /** Passages that hold the words next to each other. */
  mentions(reach: Reach, phrase: string): Promise<Passage[]>;
  /** Conversations in which a message holds all these words, the last of them perhaps only begun. */
  saidIn(owner: string, said: SaidWords): Promise<string[]>;
  /** Messages that hold all of them, the newest first, in conversations that this person owns or is a member of. */
  saidMessages(query: SaidQuery): Promise<SaidMessage[]>;
  /** Of the owner's conversations, by their ids; what has none is left out. */
  titles(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Scopes in which this owner has anything. */
  scopes(owner: string): Promise<Scope[]>;
  pruneEmbeddings(before: number): Promise<void>;
  byKeys(owner: string, keys: readonly string[]): Promise<Passage[]>;
}
