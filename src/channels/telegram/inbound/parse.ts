/** Parses an update as far as it concerns an agent. */
import { sha256Hex } from "../../../platform/digest.ts";
import type { ParsedWebhook, WebhookRequest } from "../../channel.ts";
import { threadOf } from "../place.ts";
import type { Bot } from "../settings.ts";
import { namesSomebody } from "./addressing.ts";
import type { Albums } from "./albums.ts";
import { createUsername } from "./bot-username.ts";
import { pressOf } from "./button-press.ts";
import { membershipOf } from "./membership.ts";
import { messageOf } from "./message.ts";
import { reactionOf } from "./reaction.ts";
import { type IncomingMessage, updateOf } from "./update.ts";

const ignored = (reason: string): ParsedWebhook => ({ status: "ignored", reason });

/** The reader never throws. It remembers the bot's name. */
export function createReader(bot: Bot, albums: Albums): (request: WebhookRequest) => Promise<ParsedWebhook> {
  const nameOf = createUsername(bot);
  return async ({ body }) => {
    const received = updateOf(body);
    if (!received) return ignored("It isn't a Telegram update.");
    const { update, kinds, fields } = received;
    const key = `telegram:${bot.id}:${update.update_id}`;
    if (update.callback_query) return pressOf(bot, update.callback_query, key);
    if (update.my_chat_member) return membershipOf(update.my_chat_member);
    if (update.message_reaction) return reactionOf(bot, update.message_reaction, key);
    const message = update.message ?? update.channel_post ?? update.edited_message;
    if (!message) return ignored(`Ignored: ${kinds.join(", ") || "an empty update"}.`);
    const migrated = migrationOf(message);
    if (migrated) return migrated;
    const self = { id: Number(bot.id), username: await usernameFor(message, nameOf) };
    const worded = await keysOf(bot, message);
    const edited = update.edited_message !== undefined && { edits: worded.message };
    const read = messageOf({ bot, self, key: worded.key, fields, ...edited }, message);
    if (read.status === "ignored") return read;
    return { status: "inbound", inbounds: [await albums.withAddressee(read.inbound, message)] };
  };
}

/** An edit that leaves the words unchanged has the key of the earlier wording. */
async function keysOf(bot: Bot, { chat, message_id, text, caption }: IncomingMessage) {
  const hash = (await sha256Hex(text ?? caption ?? "")).slice(0, 16);
  const message = `telegram:${bot.id}:${chat.id}:${message_id}:`;
  return { message, key: `${message}${hash}` };
}

/** Telegram reports a group's upgrade to a supergroup in both chats. */
function migrationOf({
  chat,
  migrate_to_chat_id,
  migrate_from_chat_id,
}: IncomingMessage): ParsedWebhook | undefined {
  const from = migrate_from_chat_id ?? (migrate_to_chat_id === undefined ? undefined : chat.id);
  const to = migrate_to_chat_id ?? chat.id;
  return from === undefined
    ? undefined
    : { status: "moved", from: threadOf(from, undefined), to: threadOf(to, undefined) };
}

/** Asks Telegram only if the name matters for this message. */
async function usernameFor(
  message: IncomingMessage,
  nameOf: () => Promise<string | undefined>,
): Promise<string | undefined> {
  return namesSomebody(message) ? nameOf() : undefined;
}
