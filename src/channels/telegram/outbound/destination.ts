/** A message's destination, and the message that it answers there. */
import type { Source } from "../../../domain/inbound.ts";
import type { Fields, TelegramResponse } from "../api.ts";
import { type ChatPlace, messageIdOf } from "../place.ts";
import { isAbout } from "./outcome.ts";

export type Destination = ChatPlace & Pick<Fields<"sendMessage">, "reply_parameters">;

/** In a group, shows which message is answered. */
export function replyOf({ is_group, message }: Source): Pick<Fields<"sendMessage">, "reply_parameters"> {
  const message_id = is_group ? messageIdOf(message) : undefined;
  if (message_id === undefined) return {};
  return { reply_parameters: { message_id, allow_sending_without_reply: true } };
}

/**
 * A group that became a supergroup has a new id and none of its earlier messages. A topic that is gone falls back to the
 * chat itself, where the answer is at least read.
 */
export async function whereItIs(
  at: Destination,
  send: (at: Destination) => Promise<TelegramResponse>,
): Promise<TelegramResponse> {
  const answered = await send(at);
  if (answered.status === "refused" && answered.moved_to !== undefined)
    return send({ chat_id: answered.moved_to });
  if (at.message_thread_id === undefined || !isAbout(answered, TOPIC_GONE)) return answered;
  return send({ chat_id: at.chat_id });
}

const TOPIC_GONE = /thread not found|TOPIC_DELETED|TOPIC_ID_INVALID/i;
