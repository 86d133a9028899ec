/** The task of a child as the first input of its conversation. */
import type { ConversationId } from "../../domain/ids.ts";
import type { UserMessage } from "../../domain/inbound.ts";
import type { MessageToChild } from "../channel.ts";

/**
 * The idempotency key names the child and the attempt, so only one delivery of an attempt can start it.
 * `tries`: attempts that ended before.
 */
export function taskOf(
  { init, text, sender_name, behalf }: Extract<MessageToChild, { type: "task" }>,
  from: ConversationId,
  tries = 0,
): UserMessage {
  const message = init.parent?.call_id;
  return {
    type: "user_message",
    key: `task:${init.conversation_id}${tries === 0 ? "" : `:${tries}`}`,
    source: { ...sourceOf(from), sender_name, ...(message !== undefined && { message }) },
    ...(behalf && { behalf }),
    parts: [{ type: "text", text }],
  };
}

/** A conversation is both its sender and its thread. */
export function sourceOf(id: ConversationId) {
  return { channel: "conversation" as const, sender: id, thread: id };
}
