/** Port of the passage index. Every method throws only when the store itself fails. */
import type { ChunkDraft, ChunkKind, Passage, Scope } from "./model.ts";
import type { SourceStage } from "./stores.ts";

/** Limits of a read: the owner, and the parts of their memory. Results never come from outside. */
export interface Reach {
  owner: string;
  /** `all`: every scope of the owner. */
  scopes: readonly Scope[] | "all";
  /** Limits results to this conversation, file or table. */
  source?: string;
  kinds?: readonly ChunkKind[];
}

/** Measures the cost of a search. */
export interface Meter {
  /** Rows that D1 scanned. */
  rows_read: number;
}

interface WantedWord {
  /** Unstemmed: the store applies its own stemmer. */
  word: string;
  /** Score of a match. */
  weight: number;
}

export interface KeywordQuery extends Reach {
  /** Alternatives: any of them may match. */
  words: readonly WantedWord[];
  limit: number;
  meter?: Meter | undefined;
}

/** Position of a match; the text is read later, with its neighbours. */
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

/** A word of similar meaning, used when the asked one is rare; or another form of it, always used. */
export interface NearWord {
  word: string;
  stem: string;
  /** Matches all words that begin so. */
  begins?: true;
  /** Share of the asked word's weight. Absent: of a word of similar meaning. */
  worth?: number;
}

/** A word of a question. */
export interface QueryWord {
  word: string;
  stem: string;
  near: readonly NearWord[];
  /** Number of passages that contain it, if known. */
  count?: number;
}

/** Rules for choosing the words to match. */
export interface FindRules {
  /** Maximum number of the owner's passages to match; beyond it the commonest words are dropped. */
  most_matches: number;
  /** A word in fewer of the owner's passages than this is rare. */
  rare_below: number;
  /** Weight of a similar word's match, relative to the word itself. */
  near_worth: number;
}

export interface Question extends Reach {
  words: readonly QueryWord[];
  rules: FindRules;
  limit: number;
  /** Passage counts of all owners and of this one, as last seen. Absent: they are looked up first. */
  totals?: Omit<Frequencies, "counts"> | undefined;
  meter?: Meter | undefined;
}

/** Version of the owner's part of the index: tells whether it has changed since. */
export interface State {
  owner: string;
  /** Changes when a passage is edited or removed. */
  edits: string;
  /** Changes when a passage is added. */
  last: string;
}

export interface KeywordMatches {
  /** The best by the sum of their words' weights, in no order. */
  hits: KeywordHit[];
  frequencies: Frequencies;
  state: State;
}

export interface ReadOptions {
  meter?: Meter | undefined;
  /**
   * Version for which cached passages are still valid; they need not be read again. Absent: everything is
   * read.
   */
  state?: State;
}

/** Positions `from` to `to` of a source, both inclusive. */
export interface Span {
  source: string;
  from: number;
  to: number;
}

export interface Frequencies {
  /** Number of passages per stem of the question. */
  counts: ReadonlyMap<string, number>;
  /** Passages of all owners. */
  total: number;
  /** Passages of this owner, approximately. */
  owned: number;
}

/** Words to find in messages. */
export interface PhraseQuery {
  /** All must occur; the last may be a prefix. */
  words: readonly string[];
  /** Tokens of unspaced scripts, and emoji. */
  tokens: readonly string[];
  /** The words are of a language with endings: their other forms match too. */
  inflected: boolean;
}

/** Cursor: time of a page's last message, in ms since the epoch, and its passage id. */
export interface MatchPlace {
  at: number;
  id: number;
}

export interface PhraseSearch {
  person: string;
  query: PhraseQuery;
  after?: MatchPlace;
  limit: number;
}

/** A message that was found; of a long one, its beginning. */
export interface MessageMatch {
  conversation_id: string;
  message_id: string;
  title: string;
  archived: boolean;
  role: string;
  speaker: string;
  agent: string;
  text: string;
  place: MatchPlace;
}

export interface ChunkStore {
  /** One transaction. An unchanged text costs only the look-up. */
  put(drafts: readonly ChunkDraft[], now: number): Promise<void>;
  /** One transaction: replaces the passages of a file and its hash. Returns the ids of the old passages. */
  replaceFile(
    file: { owner: string; path: string; hash: string },
    drafts: readonly ChunkDraft[],
    now: number,
  ): Promise<number[]>;
  /** Adds what an interrupted run left out beside the text, such as vectors. */
  complete(drafts: readonly ChunkDraft[]): Promise<void>;
  /**
   * Removes passages, without `keys` those of the whole source, and their full-text entries. Returns their
   * ids.
   */
  remove(owner: string, source: string, keys?: readonly string[]): Promise<number[]>;
  /** Positions of passages with these ids or keys; unknown ones and other owners' are skipped. */
  locate(
    owner: string,
    wanted: { ids: readonly number[] } | { source: string; keys: readonly string[] },
  ): Promise<KeyedHit[]>;
  search(query: KeywordQuery): Promise<KeyedHit[]>;
  /** Like `search`, with weights from the index: the rarer a word, the higher. */
  find(question: Question): Promise<KeywordMatches>;
  /** Passages in the spans: in their order, unless a state is given. */
  read(owner: string, spans: readonly Span[], options?: ReadOptions): Promise<Passage[]>;
  /**
   * The next passages of a source after this position, at most `limit` and in order, however wide the gap.
   */
  after(of: { owner: string; source: string }, ordinal: number, limit: number): Promise<Passage[]>;
  /** Like `after`, from the position that the stage has reached. */
  notYet(of: SourceStage, limit: number): Promise<Passage[]>;
  /** All passages of these sources, in the order of the sources. */
  ofSources(owner: string, sources: readonly string[], limit: number): Promise<Passage[]>;
  /** Passages that contain the words as a phrase. */
  mentions(reach: Reach, phrase: string): Promise<Passage[]>;
  /** Conversations in which one message contains all these words, the last possibly as a prefix. */
  conversationsSaying(owner: string, query: PhraseQuery): Promise<string[]>;
  /**
   * Messages that contain all words, newest first, in conversations that this person owns or is a member of.
   */
  messagesSaying(query: PhraseSearch): Promise<MessageMatch[]>;
  /** Titles of the owner's conversations, by id; untitled ones are left out. */
  titles(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Scopes in which this owner has any passage. */
  scopes(owner: string): Promise<Scope[]>;
  /** Sources in which this owner has any passage: conversations, files, and memory's own tables. */
  sources(owner: string): Promise<string[]>;
  pruneEmbeddings(before: number): Promise<void>;
  byKeys(owner: string, keys: readonly string[]): Promise<Passage[]>;
}
