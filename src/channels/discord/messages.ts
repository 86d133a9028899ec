/** Parses a message written on Discord into an input, with its author and files. */
import type { RemoteFile, Source, UserMessage } from "../../domain/inbound.ts";
import type { DiscordAttachment, DiscordUser, WrittenMessage } from "./wire.ts";

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
  const attachments = message.attachments.map(fileOf);
  const text = textOf(message, bot);
  if (text === "" && attachments.length === 0) return undefined;
  return {
    type: "user_message",
    key: `discord:${message.id}`,
    source: sourceOf(message, bot),
    parts: text === "" ? [] : [{ type: "text", text }],
    ...(attachments.length > 0 && { attachments }),
    ...(message.referenced_message && { reply_to: message.referenced_message.id }),
    ...(isAddressed(message, bot) && { is_addressed: true as const }),
  };
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

export function nameOf({ username, global_name, id }: DiscordUser, nick?: string | null): string {
  return [nick, global_name, username].find((name) => name) ?? id;
}

/** Shows mentions as names. The bot's own mention only addresses it and is removed from the text. */
function textOf(message: WrittenMessage, { bot_id }: Listening): string {
  const names = new Map(message.mentions.map((user) => [user.id, nameOf(user)]));
  const said = message.content.replaceAll(/<@!?(\d+)>/g, (whole, id: string) => {
    if (id === bot_id) return "";
    return names.has(id) ? `@${names.get(id)}` : whole;
  });
  const stickers = message.sticker_items.map(({ name }) => `[sticker: ${name}]`);
  return [said.trim(), ...stickers].filter((part) => part !== "").join("\n");
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
