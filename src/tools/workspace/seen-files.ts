/**
 * Etags of the files as each conversation has last seen them, in this process. The workspace is shared by all
 * conversations of a person, so one may write over what another has just changed; without an entry nothing is refused.
 */
import type { ToolContext } from "../../agent/ports/tool.ts";
import { definedOf } from "../../domain/defined.ts";
import type { ConversationId } from "../../domain/ids.ts";
import type { FileAuthor, FileInfo } from "./port.ts";

const MOST = 2_000;

export class SeenFiles {
  private readonly etags = new Map<string, string>();

  note(conversation: ConversationId, path: string, etag: string): void {
    const key = keyOf(conversation, path);
    this.etags.delete(key);
    this.etags.set(key, etag);
    const [oldest] = this.etags.keys();
    if (this.etags.size > MOST && oldest !== undefined) this.etags.delete(oldest);
  }

  /** The file is not there any more. */
  forget(conversation: ConversationId, path: string): void {
    this.etags.delete(keyOf(conversation, path));
  }

  etagOf(conversation: ConversationId, path: string): string | undefined {
    return this.etags.get(keyOf(conversation, path));
  }
}

/**
 * Whether a person wrote the file's newest version. What the process has forgotten, the file still knows: such a version
 * is not written over unread.
 */
export function isUnreadEdit(file: FileInfo | undefined): boolean {
  return file?.author?.by === "person";
}

/** The calling agent, as the author of what it writes. */
export function authorOfCall({
  agent,
  conversation_id,
  message_id,
}: Pick<ToolContext, "agent" | "conversation_id"> & { message_id?: string }): FileAuthor {
  return { by: "agent", agent: agent.slug, conversation_id, ...definedOf({ message_id }) };
}

function keyOf(conversation: ConversationId, path: string): string {
  return `${conversation} ${path}`;
}
