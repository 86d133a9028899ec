/** Maps Telegram's responses to delivery results, with reasons that say what to do. */
import { z } from "zod";
import type { DeliveryResult } from "../../channel.ts";
import type { TelegramResponse } from "../api.ts";

type Refused = Extract<TelegramResponse, { status: "refused" }>;

const Sent = z.object({ message_id: z.int() });

export function deliveredOf(answered: TelegramResponse): DeliveryResult {
  if (answered.status === "unknown") return answered;
  if (answered.status === "ok") {
    const sent = Sent.safeParse(answered.result);
    return { status: "sent", platform_id: sent.success ? String(sent.data.message_id) : null };
  }
  const { code, retry_after_ms } = answered;
  if (code === 429)
    return {
      status: "later",
      reason: "Telegram is rate-limiting this bot.",
      ...(retry_after_ms !== undefined && { retry_after_ms }),
    };
  if (code >= 500) return { status: "later", reason: "Telegram has an internal problem." };
  return { status: "failed", reason: reasonOf(answered) };
}

/** The first match wins. */
const REASONS: readonly [RegExp, string][] = [
  [/bot was blocked by the user/i, "The person has blocked the bot. They have to unblock it in Telegram."],
  [/user is deactivated/i, "The person's Telegram account no longer exists."],
  [/bot was kicked|bot is not a member/i, "The bot is no longer in this chat. Add it again."],
  [/can't initiate conversation/i, "The person has to write to the bot first."],
  [
    /bots can't send messages to bots|send messages to the bot/i,
    "Telegram doesn't deliver messages between bots.",
  ],
  [/chat not found/i, "Telegram can't find this chat: it was deleted, or the bot was never in it."],
  [/thread not found|TOPIC_DELETED/i, "This topic no longer exists. Write in another one."],
  [/TOPIC_CLOSED/i, "This topic is closed. Reopen it, or let the bot manage topics."],
  [
    /not enough rights|have no rights|CHAT_WRITE_FORBIDDEN|CHAT_SEND_\w+_FORBIDDEN|need administrator rights/i,
    "The bot isn't allowed to send this here. Allow it in the chat's permissions.",
  ],
  [
    /message to (?:edit|react|reply|be replied)[\w ]* not found|MESSAGE_ID_INVALID/i,
    "That message no longer exists.",
  ],
  [/message can't be edited/i, "That message can no longer be edited."],
  [/REACTION_INVALID|reactions? (?:is|are) (?:not|disabled)/i, "This chat doesn't allow that reaction."],
  [/message is too long/i, "The text is too long for one Telegram message."],
  [
    /file is too big|Entity Too Large|HTTP 413/i,
    "The file is too large for Telegram: bots can send up to 50 MB.",
  ],
];

export function reasonOf({ code, description, moved_to }: Refused): string {
  const known = REASONS.find(([pattern]) => pattern.test(description));
  if (known) return known[1];
  if (moved_to !== undefined)
    return "The group became a supergroup: write there once, and the answer goes there.";
  if (code === 401 || code === 404)
    return "Telegram rejected the bot token. Set TELEGRAM_BOT_TOKEN to the token from @BotFather.";
  return `Telegram refused it: ${description.slice(0, 300)}`;
}

export function isAbout(answered: TelegramResponse, pattern: RegExp): boolean {
  return answered.status === "refused" && answered.code === 400 && pattern.test(answered.description);
}
