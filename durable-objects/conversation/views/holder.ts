/** Finds the owner of a file that appears in this conversation: whoever may read here may see it. */
import type { MessageId } from "../../../src/domain/ids.ts";
import type { MediaPart, Message } from "../../../src/domain/message.ts";
import { calls } from "../rows/schema/journal.ts";
import { messages } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";

/** Limit on candidate rows, found by the text of the id, that are examined. */
const MOST_LOOKED_AT = 20;

/** A file of a message, and the person whose it is. */
export interface FileOfMessage {
  file_id: string;
  owner: string;
}

/** Files of a message, in its order; undefined when there is no such message. */
export function filesOfMessage(store: Store, message_id: MessageId): FileOfMessage[] | undefined {
  const files = store.transcript.get(message_id)?.parts.filter(isFile);
  const owners = files && new Map(files.map(({ file_id, owner }) => [file_id, owner ?? store.meta.owner]));
  return owners && [...owners].map(([file_id, owner]) => ({ file_id, owner }));
}

/** A person's id; undefined when no message contains the file and no tool of a running turn has made it. */
export function holderOf(store: Store, file_id: string): string | undefined {
  const file = [...inMessages(store, file_id), ...inCalls(store, file_id)].find(
    (one) => one.file_id === file_id,
  );
  return file && (file.owner ?? store.meta.owner);
}

function inMessages({ sql }: Store, file_id: string): MediaPart[] {
  const found = sql.rows(messages, "WHERE instr(parts, ?) > 0 ORDER BY id LIMIT ?", file_id, MOST_LOOKED_AT);
  return found.flatMap(({ parts }) => parts.filter(isFile));
}

/** An answer in progress may show files that its tools made; its message is stored only at the end. */
const OF_OPEN_TURNS = `WHERE turn_id IN (SELECT id FROM turns WHERE ended_at IS NULL) AND instr(record, ?) > 0
  ORDER BY turn_id, step LIMIT ?`;

function inCalls({ sql }: Store, file_id: string): MediaPart[] {
  const of = { of: calls, columns: ["record"] } as const;
  const found = sql.pick(of, OF_OPEN_TURNS, file_id, MOST_LOOKED_AT);
  return found.flatMap(({ record }) => (record.state === "settled" ? (record.result.media ?? []) : []));
}

type Part = Message["parts"][number];

function isFile(part: Part): part is Extract<Part, { file_id: string }> {
  return part.type === "file" || part.type === "image" || part.type === "audio";
}
