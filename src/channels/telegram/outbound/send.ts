/** Sends and edits messages, and shows typing. */

import type { Source } from "../../../domain/inbound.ts";
import type { Chunk, DeliveryResult, Edit, Outgoing } from "../../channel.ts";
import type { ChannelFiles } from "../../kind.ts";
import { callTelegram, type TelegramResponse } from "../api.ts";
import { formatForTelegram } from "../format/markdown.ts";
import { messageIdOf, placeOfThread } from "../place.ts";
import { keyboardOf } from "../press.ts";
import type { Bot } from "../settings.ts";
import { type Destination, replyOf, whereItIs } from "./destination.ts";
import { sendMedia } from "./media.ts";
import { deliveredOf, isAbout } from "./outcome.ts";

interface SendDeps {
  bot: Bot;
  files: ChannelFiles;
}

const NO_CHAT: DeliveryResult = { status: "failed", reason: "It isn't a Telegram chat." };

export async function deliver(
  deps: SendDeps,
  { chunk, to, from }: Outgoing,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const place = placeOfThread(to.thread);
  if (!place) return NO_CHAT;
  const at = { ...place, ...replyOf(to) };
  switch (chunk.type) {
    case "text":
      return deliveredOf(await whereItIs(at, (there) => sendText(deps.bot, { chunk, at: there }, signal)));
    case "media": {
      const { media } = chunk;
      return sendMedia(deps, { media, owner: media.owner ?? from.owner, at }, signal);
    }
    default:
      return { status: "failed", reason: "Telegram delivers to people only." };
  }
}

type Text = Extract<Chunk, { type: "text" }>;

function fieldsOf({ text: markdown, prompt }: Text) {
  const keyboard = prompt && keyboardOf(prompt);
  return {
    ...formatForTelegram(markdown),
    link_preview_options: { is_disabled: true },
    ...(keyboard && { reply_markup: { inline_keyboard: keyboard } }),
  };
}

async function sendText(
  bot: Bot,
  { chunk, at }: { chunk: Text; at: Destination },
  signal: AbortSignal,
): Promise<TelegramResponse> {
  const fields = { ...at, ...fieldsOf(chunk) };
  const answered = await callTelegram(bot, { method: "sendMessage", fields }, signal);
  if (!isAbout(answered, UNREADABLE)) return answered;
  return callTelegram(bot, { method: "sendMessage", fields: { ...fields, entities: [] } }, signal);
}

/** Telegram's errors about entities: the message is then sent again as plain text. */
const UNREADABLE = /can't parse entities|entit/i;

export async function edit(
  bot: Bot,
  { to, platform_id, chunk }: Edit,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const place = placeOfThread(to.thread);
  const message_id = messageIdOf(platform_id);
  if (!place || message_id === undefined) return NO_CHAT;
  const fields = { chat_id: place.chat_id, message_id, ...fieldsOf(chunk) };
  const answered = await callTelegram(bot, { method: "editMessageText", fields }, signal);
  if (isAbout(answered, /message is not modified/i)) return { status: "sent", platform_id };
  if (!isAbout(answered, UNREADABLE)) return deliveredOf(answered);
  const plain = { ...fields, entities: [] };
  return deliveredOf(await callTelegram(bot, { method: "editMessageText", fields: plain }, signal));
}

export async function remove(
  bot: Bot,
  { to, platform_id }: { to: Source; platform_id: string },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const place = placeOfThread(to.thread);
  const message_id = messageIdOf(platform_id);
  if (!place || message_id === undefined) return NO_CHAT;
  const fields = { chat_id: place.chat_id, message_id };
  const answered = await callTelegram(bot, { method: "deleteMessage", fields }, signal);
  if (answered.status === "ok" || isAbout(answered, /message to delete not found/i))
    return { status: "sent", platform_id };
  return deliveredOf(answered);
}

export async function typing(bot: Bot, to: Source, signal: AbortSignal): Promise<void> {
  const place = placeOfThread(to.thread);
  if (place)
    await callTelegram(bot, { method: "sendChatAction", fields: { ...place, action: "typing" } }, signal);
}
