/** Parses a message written on Discord into an input, with its author and files. */
import type { RemoteFile, Source, UserMessage } from "../../domain/inbound.ts";
import type { TextPart } from "../../domain/message.ts";
import { joinedLines, sentAt, unreadKind } from "../brought.ts";
import { broughtAlong, describedContent } from "./brought.ts";
import { nameOf, spokenWords } from "./names.ts";
import type { DiscordAttachment, WrittenMessage } from "./wire.ts";

const WRITTEN = 0;
const REPLY = 19;

/** The receiving bot: its Discord user and its account here. */
interface Listening {
  bot_id: string;
  account: string;
}

/** Undefined: the message was not written by a person. */
export function inboundOfMessage(message: WrittenMessage, bot: Listening): UserMessage | undefined {
  const { author, type, webhook_id } = message;
  if (author.bot || webhook_id !== undefined || (type !== WRITTEN && type !== REPLY)) return undefined;
  const attachments = filesOf(message);
  const parts = partsOf(message, bot, attachments.length > 0);
  if (parts.length === 0 && attachments.length === 0) return undefined;
  return {
    type: "user_message",
    key: `discord:${message.id}`,
    source: sourceOf(message, bot),
    parts,
    ...(attachments.length > 0 && { attachments }),
    ...sentAt(message.timestamp && Date.parse(message.timestamp)),
    ...(message.referenced_message && { reply_to: message.referenced_message.id }),
    ...(isAddressed(message, bot) && { is_addressed: true as const }),
  };
}

/** Files of the message, of those that it forwards, and of one that it answers. */
function filesOf({
  attachments,
  message_snapshots,
  referenced_message,
  author,
}: WrittenMessage): RemoteFile[] {
  const inside = message_snapshots.flatMap(({ message }) => message.attachments);
  // The conversation already holds this person's earlier messages.
  const answered =
    referenced_message?.author?.id === author.id ? [] : (referenced_message?.attachments ?? []);
  return [...attachments, ...inside, ...answered].map(fileOf);
}

function partsOf(message: WrittenMessage, bot: Listening, hasFiles: boolean): TextPart[] {
  const brought = broughtAlong(message, bot.bot_id);
  const said = joinedLines([spokenWords(message, bot.bot_id), ...describedContent(message)]);
  // In a server, Discord leaves out the words of messages that are not for the bot.
  const isForUs = message.guild_id === undefined || isAddressed(message, bot);
  const isEmpty = said === "" && brought.length === 0 && !hasFiles;
  const text = isEmpty && isForUs ? emptyWords(message) : said;
  return [...brought, ...(text === "" ? [] : [{ type: "text" as const, text }])];
}

function emptyWords({ content }: WrittenMessage): string {
  return content.trim() === ""
    ? unreadKind("a kind of message that has no words")
    : "[The sender mentioned you and wrote nothing else.]";
}

function sourceOf(message: WrittenMessage, { account }: Listening): Source {
  const { author, member, channel_id, id, guild_id } = message;
  return {
    channel: "discord",
    ...(account !== "" && { account }),
    ...(guild_id !== undefined && { is_group: true as const }),
    sender: author.id,
    sender_name: nameOf(author, member?.nick),
    thread: channel_id,
    message: id,
  };
}

function isAddressed({ mentions, referenced_message }: WrittenMessage, { bot_id }: Listening): boolean {
  return mentions.some(({ id }) => id === bot_id) || referenced_message?.author?.id === bot_id;
}

/** The address stays valid for about a day. */
export function fileOf({ url, filename, content_type, size, duration_secs }: DiscordAttachment): RemoteFile {
  const media_type = content_type?.split(";")[0]?.trim() || "application/octet-stream";
  const kind = media_type.split("/")[0];
  return {
    ref: url,
    type: kind === "image" || kind === "audio" ? kind : "file",
    name: filename,
    media_type,
    ...(size !== undefined && { size }),
    ...(duration_secs !== undefined && { is_voice: true as const }),
  };
}
