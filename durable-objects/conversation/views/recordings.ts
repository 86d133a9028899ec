/** Recordings of what was said here: whoever may read a message may hear it. */
import type { MessageId } from "../../../src/domain/ids.ts";
import { type Message, recordingOf } from "../../../src/domain/message.ts";
import type { HeldRecording } from "../rows/schema/stored-json.ts";
import { messages } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";

export function recordingOfMessage(store: Store, message_id: MessageId): HeldRecording | undefined {
  const message = store.transcript.get(message_id);
  return message && heldIn(store, message);
}

/** Recordings of all branches. */
export function recordingsOf(store: Store): HeldRecording[] {
  const rows = store.sql.pick({ of: messages, columns: ["id"] }, "WHERE instr(parts, ?) > 0", '"recording":');
  return rows.flatMap(({ id }) => recordingOfMessage(store, id) ?? []);
}

export function heldIn(store: Store, { parts, author_id }: Message): HeldRecording | undefined {
  const recording = recordingOf(parts);
  return recording && { owner: author_id ?? store.meta.owner, id: recording.id };
}
