/** The person's workspace files, and files of messages, over HTTP. */
import type { Page } from "../../../src/channels/web/wire.ts";
import type {
  FileVersion,
  FileVersions,
  WorkspaceFile,
  WrittenFile,
} from "../../../src/contract/agents/workspace.ts";
import type { StoredFile } from "../../../src/contract/files.ts";
import { call, putFile, query, type Result, readText } from "../http.ts";

export type { FileVersion, FileVersions, StoredFile, WorkspaceFile };

interface FileText {
  text: string;
  /** Pass it to overwrite this content only. */
  etag: string;
}

/** `q`: words that the path contains; empty: all files. */
export function listWorkspace(cursor: string | null, q = ""): Promise<Result<Page<WorkspaceFile>>> {
  return call("GET", `/workspace${query({ cursor, limit: 100, q: q || null })}`);
}

export function readWorkspaceFile(
  path: string,
  {
    version,
    decode,
  }: { version?: string | undefined; decode?: (bytes: Uint8Array) => string | undefined } = {},
): Promise<Result<FileText>> {
  return readText(`${at(path)}${query({ version })}`, decode);
}

/**
 * `etag` null: only if no such file exists; undefined: overwrites whatever is there. `typed`: the person wrote it. A
 * file that they rewrite is theirs, one that they correct keeps its origin. Uploaded content may be anybody's.
 * `conversation`: is told of the edit.
 */
export function writeWorkspaceFile(
  path: string,
  content: Blob,
  {
    etag,
    typed = false,
    conversation,
  }: { etag?: string | null; typed?: boolean; conversation?: string } = {},
): Promise<Result<WrittenFile>> {
  const condition: Record<string, string> =
    etag === undefined ? {} : etag === null ? { "if-none-match": "*" } : { "if-match": etag };
  return putFile(`${at(path)}${query({ trust: typed ? "kept" : null, conversation })}`, content, condition);
}

/** Makes an earlier version the current one, which is kept as an earlier one in its turn. */
export function restoreVersion(
  path: string,
  version: string,
  conversation: string | null,
): Promise<Result<WrittenFile>> {
  return putFile(`${at(path)}${query({ restore: version, conversation })}`, new Blob(), {});
}

export function removeWorkspaceFile(path: string): Promise<Result<unknown>> {
  return call("DELETE", at(path));
}

export function listVersions(path: string): Promise<Result<FileVersions>> {
  return call("GET", `${at(path)}${query({ versions: true })}`);
}

export function workspaceHref(path: string): string {
  return `/api/v1${at(path)}`;
}

/** `q`: words that the name contains; empty: all files. */
export function listFilesOfMessages(cursor: string | null, q = ""): Promise<Result<Page<StoredFile>>> {
  return call("GET", `/files${query({ cursor, limit: 50, q: q || null })}`);
}

export function removeFileOfMessage(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/files/${encodeURIComponent(id)}`);
}

export function fileHref(id: string): string {
  return `/api/v1/files/${encodeURIComponent(id)}`;
}

function at(path: string): string {
  return `/workspace/${path.split("/").map(encodeURIComponent).join("/")}`;
}
