/** Entries of the files page: of the workspace, or of messages. */
import {
  fileHref,
  listFilesOfMessages,
  listWorkspace,
  removeFileOfMessage,
  removeWorkspaceFile,
  type StoredFile,
  type WorkspaceFile,
  workspaceHref,
} from "../../api/agents/workspace.ts";
import type { Result } from "../../api/http.ts";
import { t } from "../../words/t.ts";
import { isEditable, STEERING } from "./purposes.ts";

export type FileSource = "workspace" | "messages";

export interface FileEntry {
  id: string;
  name: string;
  href: string;
  size: number;
  /** ISO 8601. */
  at: string;
  purpose: string;
  isEditable: boolean;
  /** Whether the browser shows it instead of downloading it. */
  isShown: boolean;
  /** The consequence of deleting it, in words. */
  loss: string;
}

type Shelved = Result<{ items: FileEntry[]; next_cursor: string | null }>;

/** `words`: of the name; empty: all files. */
export async function readFiles(shelf: FileSource, words: string, cursor: string | null): Promise<Shelved> {
  return shelf === "workspace"
    ? shown(await listWorkspace(cursor, words), ofWorkspace)
    : shown(await listFilesOfMessages(cursor, words), ofMessage);
}

export function removeFile(shelf: FileSource, { id }: FileEntry): Promise<Result<unknown>> {
  return shelf === "workspace" ? removeWorkspaceFile(id) : removeFileOfMessage(id);
}

function shown<T>(
  answer: Result<{ items: T[]; next_cursor: string | null }>,
  each: (file: T) => FileEntry,
): Shelved {
  if (!answer.ok) return answer;
  const { items, next_cursor } = answer.value;
  return { ok: true, value: { items: items.map(each), next_cursor } };
}

function ofWorkspace(file: WorkspaceFile): FileEntry {
  return {
    id: file.path,
    name: file.path,
    href: workspaceHref(file.path),
    size: file.size,
    at: file.updated_at,
    purpose: STEERING[file.path] ?? "",
    isEditable: isEditable(file),
    isShown: isMedia(file.media_type),
    loss: t(
      "Your agents will no longer see {path}. Its content is kept for 30 days; create a file with that name to restore it.",
      { path: file.path },
    ),
  };
}

function ofMessage(file: StoredFile): FileEntry {
  return {
    id: file.file_id,
    name: file.name,
    href: fileHref(file.file_id),
    size: file.size,
    at: file.created_at,
    purpose: "",
    isEditable: false,
    isShown: isMedia(file.media_type),
    loss: t("Deletes “{name}” permanently, also from the messages that contain it.", { name: file.name }),
  };
}

function isMedia(media_type: string): boolean {
  return /^(image|audio|video)\//.test(media_type);
}
