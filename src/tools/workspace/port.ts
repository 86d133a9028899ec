/** Port: the owner's files. Paths have passed `safePath`. */
import type { Trust } from "../../domain/trust.ts";

/** The person or agent that wrote a version of a file. */
export interface FileAuthor {
  by: "person" | "agent";
  /** Slug. */
  agent?: string;
  /** Conversation in which it was written. */
  conversation_id?: string;
  /** Message of the turn that wrote it. */
  message_id?: string;
}

export interface FileInfo {
  path: string;
  /** Bytes. */
  size: number;
  media_type: string;
  /** ms since the epoch. */
  updated_at: number;
  /** Changes with each write. */
  etag: string;
  /**
   * Trusted when the person wrote it, or an agent on trusted words alone. A file without this mark may be anybody's.
   */
  trust: Trust;
  /** Version number: 1 for a new file, one more with each write. */
  version: number;
  /** Absent: not recorded, or the house itself wrote it. */
  author?: FileAuthor;
}

export interface StoredFile extends FileInfo {
  bytes: Uint8Array;
}

/** Earlier content, kept for 30 days after it was overwritten or removed. */
export interface FileVersion {
  id: string;
  size: number;
  /** Time of the replacement, in ms since the epoch. */
  replaced_at: number;
  /** Version number. */
  version: number;
  /** ms since the epoch; absent: not recorded. */
  written_at?: number;
  author?: FileAuthor;
}

export type WriteResult =
  | { status: "created" | "replaced"; etag: string; version: number }
  /** The file no longer matches `if_etag`: read it again. */
  | { status: "changed" };

/** Content to write. */
export interface NewContent {
  bytes: Uint8Array;
  media_type?: string;
  /** Write only if the file still has this etag; null: only if there is no file. */
  if_etag?: string | null;
  /** Absent: untrusted. "kept": the trust of the replaced file, or trusted for a new one. */
  trust?: Trust | "kept";
  author?: FileAuthor;
}

export interface FileListing {
  files: FileInfo[];
  /** Cursor of the next page; absent on the last. */
  cursor?: string;
}

export interface ListingPage {
  cursor?: string;
  limit?: number;
  named?: string;
}

export interface Workspace {
  read(owner: string, path: string): Promise<StoredFile | undefined>;
  write(owner: string, path: string, content: NewContent): Promise<WriteResult>;
  /** Returns false when there was no file. */
  remove(owner: string, path: string): Promise<boolean>;
  /**
   * Lists files ordered by path. `prefix` is a folder with a trailing slash, or empty; `named`: words that the path must
   * contain.
   */
  list(owner: string, prefix: string, page?: ListingPage): Promise<FileListing>;
  /** All paths under the prefix, in order, however many there are. */
  paths(owner: string, prefix: string): Promise<string[]>;
  /** Newest first. */
  versions(owner: string, path: string): Promise<FileVersion[]>;
  readVersion(owner: string, path: string, id: string): Promise<StoredFile | undefined>;
}

/** Folder of tool outputs in full whose results were cut. Only `read` sees it; its files are deleted after a week. */
export const OUTPUTS = ".outputs/";

export const MAX_FILE_BYTES = 10_000_000;
