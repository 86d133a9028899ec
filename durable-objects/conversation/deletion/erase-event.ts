/**
 * Removes a deleted message from lines that mention it: one rule for the object's own events and for the
 * trail. Pure.
 */
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Erasure, StoredEvent } from "../rows/schema/stored-json.ts";

export interface DeletedMessage extends Erasure {
  message_id: MessageId;
}

/** Events that stay for the turn of a deleted answer: that it ran, and what it cost. */
const KEPT: ReadonlySet<string> = new Set([
  ...["message", "turn_start", "turn_end", "absorbed", "head", "delivery", "deleted", "title"],
  ...["compaction", "compaction_undone"],
]);

interface Line {
  type: string;
  turn_id?: TurnId | null;
}

/** The event without the deleted words; null when nothing of it is left. */
export function eraseFromEvent<E extends StoredEvent | Line>(event: E, deleted: DeletedMessage): E | null {
  const { type, turn_id } = event;
  if (type === "message") return messageIn(event) === deleted.message_id ? tombstone(event, deleted) : event;
  if (type === "compaction" && "upto" in event && deleted.uptos.includes(event.upto as MessageId))
    return { ...event, summary: "" };
  if (type === "title" && "title" in event && isTold(event.title, deleted)) return { ...event, title: "" };
  if (deleted.turn_id !== null && turn_id === deleted.turn_id && !KEPT.has(type)) return null;
  return event;
}

/** Whether the title came from the deleted words. */
export function isTold(
  title: unknown,
  { title: words, name }: Pick<DeletedMessage, "title" | "name">,
): boolean {
  return typeof title === "string" && title !== "" && (title === words || title === name);
}

/** Replaces the event under its number, so that later readers know that there was a message. */
function tombstone<E extends object>(event: E, { message_id, parent_id }: DeletedMessage): E {
  const { seq, ts, turn_id } = event as { seq?: number; ts?: string; turn_id?: TurnId | null };
  return { type: "deleted", message_id, parent_id, seq, ts, turn_id } as unknown as E;
}

/** Id of the event's message, which is stored by reference here and whole in the trail. */
function messageIn(event: object): unknown {
  if ("ref" in event) return event.ref;
  return "message" in event && (event.message as { id?: unknown }).id;
}
