/** Reactions: Telegram accepts a fixed set of emoji. */
import type { ReactionTypeEmoji } from "@grammyjs/types";
import type { Source } from "../../../domain/inbound.ts";
import type { DeliveryResult } from "../../channel.ts";
import { callTelegram } from "../api.ts";
import { messageIdOf, placeOfThread } from "../place.ts";
import type { Bot } from "../settings.ts";
import { deliveredOf } from "./outcome.ts";

type Emoji = ReactionTypeEmoji["emoji"];

const EMOJI: readonly Emoji[] = [
  "👍",
  "👎",
  "❤",
  "🔥",
  "🥰",
  "👏",
  "😁",
  "🤔",
  "🤯",
  "😱",
  "🤬",
  "😢",
  "🎉",
  "🤩",
  "🤮",
  "💩",
  "🙏",
  "👌",
  "🕊",
  "🤡",
  "🥱",
  "🥴",
  "😍",
  "🐳",
  "❤‍🔥",
  "🌚",
  "🌭",
  "💯",
  "🤣",
  "⚡",
  "🍌",
  "🏆",
  "💔",
  "🤨",
  "😐",
  "🍓",
  "🍾",
  "💋",
  "🖕",
  "😈",
  "😴",
  "😭",
  "🤓",
  "👻",
  "👨‍💻",
  "👀",
  "🎃",
  "🙈",
  "😇",
  "😨",
  "🤝",
  "✍",
  "🤗",
  "🫡",
  "🎅",
  "🎄",
  "☃",
  "💅",
  "🤪",
  "🗿",
  "🆒",
  "💘",
  "🙉",
  "🦄",
  "😘",
  "💊",
  "🙊",
  "😎",
  "👾",
  "🤷‍♂",
  "🤷",
  "🤷‍♀",
  "😡",
];

export async function react(
  bot: Bot,
  { to, emoji: wished }: { to: Source; emoji: string },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const chat_id = placeOfThread(to.thread)?.chat_id;
  const message_id = messageIdOf(to.message);
  if (chat_id === undefined || message_id === undefined)
    return { status: "failed", reason: "There is no message to react to." };
  const emoji = EMOJI.find((known) => bare(known) === bare(wished));
  if (emoji === undefined)
    return { status: "failed", reason: `Telegram has no reaction ${wished}: ${KNOWN}` };
  const fields = { chat_id, message_id, reaction: [{ type: "emoji" as const, emoji }] };
  return deliveredOf(await callTelegram(bot, { method: "setMessageReaction", fields }, signal));
}

const KNOWN = `use one of ${EMOJI.slice(0, 24).join(" ")} or another of its own.`;

/** The emoji without its variation selector: both spellings mean the same picture. */
function bare(emoji: string): string {
  return emoji.trim().replaceAll("\ufe0f", "");
}
