/** The owner's files. Paths given here have passed `safePath`. */
import type { Trust } from "../../domain/trust.ts";

export interface FileInfo {
  path: string;
  /** Bytes. */
  size: number;
  media_type: string;
  /** ms since the epoch. */
  updated_at: number;
  /** Changes with each write. */
  etag: string;
  /** Who wrote it: its person, or an agent on trusted words alone. A file that does not say may be anybody's. */
  trust: Trust;
}

export interface StoredFile extends FileInfo {
  bytes: Uint8Array;
}

/** An earlier content, kept for 30 days after it was overwritten or removed. */
export interface FileVersion {
  id: string;
  size: number;
  /** ms since the epoch, when it was replaced. */
  replaced_at: number;
}

export type WriteResult =
  | { status: "created" | "replaced"; etag: string }
  /** It is no longer what `if_etag` says: read it again. */
  | { status: "changed" };

/** What is written. */
export interface NewContent {
  bytes: Uint8Array;
  media_type?: string;
  /** Only when the file is still this one; null: only when there is none. */
  if_etag?: string | null;
  /** Absent: untrusted. "kept": that of what it replaces; of a new file trusted. */
  trust?: Trust | "kept";
}

export interface FileListing {
  files: FileInfo[];
  /** Where the next page starts; absent on the last. */
  cursor?: string;
}

export interface Workspace {
  read(owner: string, path: string): Promise<StoredFile | undefined>;
  write(owner: string, path: string, content: NewContent): Promise<WriteResult>;
  /** False: there was none. */
  remove(owner: string, path: string): Promise<boolean>;
  /** In the order of their paths. `prefix` is a folder with a slash at the end, or empty. */
  list(owner: string, prefix: string, page?: { cursor?: string; limit?: number }): Promise<FileListing>;
  /** All paths under the prefix, in their order, however many there are. */
  paths(owner: string, prefix: string): Promise<string[]>;
  /** Newest first. */
  versions(owner: string, path: string): Promise<FileVersion[]>;
  readVersion(owner: string, path: string, id: string): Promise<StoredFile | undefined>;
}

/** Whole outputs of tools that were cut lie here; only `read` sees them, and they go after a week. */
export const OUTPUTS = ".outputs/";

export const MAX_FILE_BYTES = 10_000_000;
