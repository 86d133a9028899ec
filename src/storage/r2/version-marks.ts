/** Metadata of a file's versions in R2: their number, author and time of writing. */
import type { FileAuthor } from "../../tools/workspace/port.ts";

type Metadata = Record<string, string>;

/** Version number of the stored content. A file from before versions were numbered has the first. */
export function numberOf({ customMetadata }: R2Object): number {
  return Number(customMetadata?.["version"] ?? 1);
}

/** Undefined: not recorded, or neither a person nor an agent wrote it. */
export function authorOf({ customMetadata }: R2Object): FileAuthor | undefined {
  const { by, agent, conversation_id, message_id } = customMetadata ?? {};
  if (by !== "person" && by !== "agent") return undefined;
  return {
    by,
    ...(agent !== undefined && { agent }),
    ...(conversation_id !== undefined && { conversation_id }),
    ...(message_id !== undefined && { message_id }),
  };
}

/** Time of writing, in ms since the epoch. Of an earlier version undefined where it was not recorded. */
export function writtenAt({ customMetadata }: R2Object): number | undefined {
  const at = customMetadata?.["written_at"];
  return at === undefined ? undefined : Number(at);
}

/** Marks of content that replaces `before`. */
export function marksOf(before: R2Object | null, author: FileAuthor | undefined): Metadata {
  return { version: String(before === null ? 1 : numberOf(before) + 1), ...author };
}

/** Marks of content that becomes an earlier version. */
export function keptMarks(before: R2Object): Metadata {
  return { ...before.customMetadata, written_at: String(before.uploaded.getTime()) };
}
