/** A reaction that somebody added or took back. Telegram does not say in which topic of a group. */
import type { ReactionInbound, Source } from "../../../domain/inbound.ts";
import type { ParsedWebhook } from "../../channel.ts";
import type { Bot } from "../settings.ts";
import { nameOf } from "./content-text.ts";
import { sourceOf } from "./message.ts";
import type { MessageReaction } from "./update.ts";

export function reactionOf(bot: Bot, reaction: MessageReaction, key: string): ParsedWebhook {
  const { message_id, chat, new_reaction } = reaction;
  const who = whoOf(reaction);
  if (!who) return { status: "ignored", reason: "A bot reacted, or nobody." };
  // The message is not theirs, so nothing that follows replies to it.
  const { message: _, ...place } = sourceOf(bot, { chat, message_id });
  const inbound: ReactionInbound = {
    type: "reaction",
    key,
    source: { ...place, ...who },
    to: String(message_id),
    emojis: new_reaction,
  };
  return { status: "inbound", inbounds: [inbound] };
}

function whoOf({ user, actor_chat }: MessageReaction): Pick<Source, "sender" | "sender_name"> | undefined {
  if (actor_chat) return { sender: String(actor_chat.id), sender_name: actor_chat.title ?? "" };
  if (!user || user.is_bot) return undefined;
  return { sender: String(user.id), sender_name: nameOf(user) };
}
