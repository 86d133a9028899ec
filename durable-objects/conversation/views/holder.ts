/** Whose a file is that stands in this conversation: who may read here may see it. */
import type { Message } from "../../../src/domain/message.ts";
import { messages } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";

/** Of messages that hold the text of the id, so many are looked at. */
const MOST_LOOKED_AT = 20;

/** Id of a person; undefined: no message holds it. */
export function holderOf({ sql, meta }: Store, file_id: string): string | undefined {
  const found = sql.rows(messages, "WHERE instr(parts, ?) > 0 ORDER BY id LIMIT ?", file_id, MOST_LOOKED_AT);
  for (const { parts } of found) {
    const part = parts.find((one) => isFile(one) && one.file_id === file_id);
    if (part && isFile(part)) return part.owner ?? meta.owner;
  }
  return undefined;
}

type Part = Message["parts"][number];

function isFile(part: Part): part is Extract<Part, { file_id: string }> {
  return part.type === "file" || part.type === "image" || part.type === "audio";
}
