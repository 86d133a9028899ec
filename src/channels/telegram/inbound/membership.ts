/** The bot joined a chat or was removed from it: added, removed, blocked, unblocked. */
import type { ParsedWebhook } from "../../channel.ts";
import { threadOf } from "../place.ts";
import { languageIn } from "./message.ts";
import type { MyChatMember } from "./update.ts";

const BLOCKED = "The person has blocked the bot. They have to unblock it in Telegram.";
const REMOVED = "The bot is no longer in this chat. Add it again.";

export function membershipOf({ chat, from, old_chat_member, new_chat_member }: MyChatMember): ParsedWebhook {
  const is_in = isIn(new_chat_member);
  if (is_in === isIn(old_chat_member))
    return {
      status: "ignored",
      reason: "Only the bot's permissions changed, not its membership.",
    };
  const is_group = chat.type !== "private";
  return {
    status: "membership",
    thread: threadOf(chat.id, undefined),
    name: chat.title ?? chat.first_name ?? "",
    is_group,
    is_in,
    reason: is_group ? REMOVED : BLOCKED,
    // A direct chat gets its answer to /start, and a channel is not greeted.
    ...(is_group && chat.type !== "channel" && { isGreeted: true }),
    ...(from && languageIn(from)),
  };
}

function isIn({ status, is_member }: MyChatMember["new_chat_member"]): boolean {
  return status === "restricted" ? is_member : status !== "left" && status !== "kicked";
}
