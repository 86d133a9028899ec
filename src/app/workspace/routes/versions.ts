/** Versions of a file as the API shows them, the current one included. */
import type { FileVersions } from "../../../contract/agents/workspace.ts";
import type { FileAuthor, Workspace } from "../../../tools/workspace/port.ts";
import { iso } from "../../http/query.ts";

export async function shownVersions(
  workspace: Workspace,
  owner: string,
  path: string,
): Promise<FileVersions> {
  // A listing gives what is known of the file without its content; the file stands before all longer paths.
  const [kept, { files }] = await Promise.all([
    workspace.versions(owner, path),
    workspace.list(owner, path, { limit: 1 }),
  ]);
  const file = files.find((each) => each.path === path);
  return {
    items: kept.map(({ id, size, replaced_at, ...about }) => ({
      id,
      size,
      replaced_at: iso(replaced_at),
      ...written(about),
    })),
    next_cursor: null,
    current: file
      ? { size: file.size, etag: file.etag, ...written({ ...file, written_at: file.updated_at }) }
      : null,
  };
}

interface Written {
  version: number;
  written_at?: number;
  author?: FileAuthor;
}

function written({ version, written_at, author }: Written) {
  return {
    version,
    by: author?.by ?? null,
    agent: author?.agent ?? null,
    conversation_id: author?.conversation_id ?? null,
    message_id: author?.message_id ?? null,
    written_at: written_at === undefined ? null : iso(written_at),
  };
}
