/** Links by which strangers read a snapshot of a conversation, or of one answer. */
import type { Id } from "../domain/ids.ts";

declare module "../domain/ids.ts" {
  interface IdPrefixes {
    lnk: "shared link";
  }
}

export type SharedLinkId = Id<"lnk">;

/** Contents of a snapshot beside the words. */
export interface SharedContents {
  /** Calls of tools, with their inputs and results. */
  include_tools: boolean;
  /** Pictures and files, as copies. */
  include_files: boolean;
  /** Names of the people who wrote. */
  include_names: boolean;
}

/** Times are ms since the epoch. */
export interface SharedLink extends SharedContents {
  id: SharedLinkId;
  owner: string;
  conversation_id: string;
  /** The answer that is shared alone; null: the whole conversation. */
  message_id: string | null;
  /** Title of the conversation at the time of the snapshot. */
  title: string;
  /** Number of messages in the snapshot. */
  messages: number;
  created_at: number;
  /** Time of the snapshot. */
  updated_at: number;
  expires_at: number | null;
}

/** A link with the files of its snapshot; the first one is the snapshot itself. */
export interface StoredLink extends SharedLink {
  files: readonly string[];
}

/** The link without its files. */
export function withoutFiles({ files: _files, ...link }: StoredLink): SharedLink {
  return link;
}

/** Replacement of a snapshot. */
export type LinkUpdate = Pick<StoredLink, "title" | "messages" | "updated_at" | "files">;

/** Rows of links. Only the hash of a token is stored. */
export interface LinkRows {
  /** Returns the token, which is never shown again. */
  add(link: StoredLink): Promise<string>;
  count(owner: string): Promise<number>;
  /** Newest first; of one conversation, if it is named. */
  list(owner: string, conversation?: string): Promise<SharedLink[]>;
  get(id: string): Promise<StoredLink | undefined>;
  /** The link of that token, unless it has expired. */
  byToken(token: string): Promise<StoredLink | undefined>;
  /** False if another update came first, or the link is gone. */
  replace(link: StoredLink, update: LinkUpdate): Promise<boolean>;
  /** Ends a link at once. Its row stays until its files are removed. */
  end(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  ofOwner(owner: string): Promise<StoredLink[]>;
  ofConversation(id: string): Promise<StoredLink[]>;
  /** Links that have expired, and links of people who are no longer here. */
  stale(most: number): Promise<StoredLink[]>;
  /** Whether people of this instance may share by link. */
  isAllowed(): Promise<boolean>;
  allow(allowed: boolean): Promise<void>;
}

const DAY_MS = 86_400_000;

/** Lifetimes in ms; null: until it is revoked. */
export const LIFETIMES = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS, never: null } as const;

export type Lifetime = keyof typeof LIFETIMES;

/** End of a link that begins now. */
export function expiryOf(lifetime: Lifetime, now: number): number | null {
  const lasts = LIFETIMES[lifetime];
  return lasts === null ? null : now + lasts;
}
