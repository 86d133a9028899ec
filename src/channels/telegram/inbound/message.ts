/** Parses a Telegram message into an input. */
import type { RemoteFile, Source, UserMessage } from "../../../domain/inbound.ts";
import type { TextPart } from "../../../domain/message.ts";
import { interfaceLanguage } from "../../../domain/text/translated/languages.ts";
import { EDITED, sentAt } from "../../brought.ts";
import { threadOf } from "../place.ts";
import type { Bot } from "../settings.ts";
import { type Addressing, addressingOf, type Us } from "./addressing.ts";
import { describedContent, nameOf } from "./content-text.ts";
import { filesOf } from "./files.ts";
import { withLinks } from "./links.ts";
import { forwardedFrom, quotedBefore } from "./quotes.ts";
import { unreadWords } from "./unread.ts";
import type { IncomingMessage, TelegramUser } from "./update.ts";

type Read = { status: "read"; inbound: UserMessage } | { status: "ignored"; reason: string };

interface Reading {
  bot: Bot;
  self: Us;
  key: string;
  /** Set for an edit: the prefix of the keys of earlier wordings. */
  edits?: string;
  /** Names of the message's fields, the unknown ones too. */
  fields: readonly string[];
}

const ignored = (reason: string): Read => ({ status: "ignored", reason });

export function messageOf(reading: Reading, received: IncomingMessage): Read {
  const message = withLinks(received);
  const sender = senderOf(message);
  if (!sender) return ignored("A bot wrote it, or nobody.");
  if (message.is_automatic_forward) return ignored("It's a copy of a channel post.");
  const addressing = addressingOf(message, reading.self);
  if (addressing.status === "theirs") return ignored(addressing.reason);
  // A live location is edited every few seconds.
  if (reading.edits !== undefined && addressing.text === "") return ignored("The edit changed no text.");
  const attachments =
    reading.edits !== undefined ? [] : [...filesOf(message), ...answeredFiles(reading, message)];
  const words = wordsOf(reading, message, addressing);
  if (words.length === 0 && attachments.length === 0) words.push(...emptyWords(reading, message, addressing));
  if (words.length === 0 && attachments.length === 0) return ignored("It's a service message without text.");
  return { status: "read", inbound: inboundOf(reading, message, { sender, addressing, words, attachments }) };
}

type Sender = Pick<Source, "sender" | "sender_name" | "language">;

/** Somebody who writes as a chat (an anonymous admin, a channel) has that chat as their identity. */
function senderOf({ from, sender_chat, chat, author_signature }: IncomingMessage): Sender | undefined {
  const as = sender_chat ?? (chat.type === "channel" ? chat : undefined);
  if (as) return { sender: String(as.id), ...named(author_signature ?? as.title) };
  if (!from || from.is_bot) return undefined;
  return { sender: String(from.id), ...named(nameOf(from)), ...languageIn(from) };
}

/** The language of the person's app, if Nightjar has its words in it. */
export function languageIn({ language_code }: Pick<TelegramUser, "language_code">): Pick<Source, "language"> {
  const language = interfaceLanguage(language_code);
  return language === undefined ? {} : { language };
}

function named(name: string | undefined): Pick<Source, "sender_name"> {
  return name === undefined || name === "" ? {} : { sender_name: name };
}

type Words = Extract<Addressing, { status: "read" }>;

function wordsOf({ self, edits }: Reading, message: IncomingMessage, { text }: Words): TextPart[] {
  const said = [...(text === "" ? [] : [text]), ...describedContent(message)].join("\n");
  const { forward_origin } = message;
  if (forward_origin) return forwardedFrom(said, forward_origin);
  const isEdit = edits !== undefined;
  // Commands are recognised by their first letter.
  if (text.startsWith("/") && !isEdit) return [{ type: "text", text }];
  const edit = isEdit ? EDITED : "";
  const own = said === "" ? [] : [{ type: "text" as const, text: `${edit}${said}` }];
  return [...quotedBefore(message, self.id), ...own];
}

/** Files of the message that is answered: whoever writes sees them in their own bubble. */
function answeredFiles({ self }: Reading, message: IncomingMessage): RemoteFile[] {
  const { reply_to_message: replied, external_reply, from, chat, message_id } = message;
  if (external_reply) return filesOf({ ...external_reply, message_id });
  const sender = replied?.from?.id;
  // A direct chat has what the person and the bot have sent there.
  const isKnown = sender === self.id || (chat.type === "private" && sender === from?.id);
  return replied && !isKnown && replied.forum_topic_created === undefined ? filesOf(replied) : [];
}

/** Words for a message without any, where its sender waits for an answer. */
function emptyWords(
  { fields }: Reading,
  { chat, text }: IncomingMessage,
  { is_addressed }: Words,
): TextPart[] {
  if (chat.type !== "private" && !is_addressed) return [];
  const words =
    unreadWords(fields) ?? (text ? "[The sender mentioned you and wrote nothing else.]" : undefined);
  return words === undefined ? [] : [{ type: "text", text: words }];
}

interface Found {
  sender: Sender;
  addressing: Words;
  words: TextPart[];
  attachments: ReturnType<typeof filesOf>;
}

function inboundOf(reading: Reading, message: IncomingMessage, found: Found): UserMessage {
  const { sender, addressing, words, attachments } = found;
  const source = { ...sourceOf(reading.bot, message), ...sender };
  const { reply_to_message: replied } = message;
  const isReply = replied && replied.forum_topic_created === undefined;
  return {
    type: "user_message",
    key: reading.key,
    source,
    parts: words,
    ...(reading.edits !== undefined && { edits: reading.edits }),
    ...(isReply && { reply_to: String(replied.message_id) }),
    ...(source.is_group && addressing.is_addressed && { is_addressed: true }),
    ...(attachments.length > 0 && { attachments }),
    ...sentAt(message.edit_date ?? message.date, 1_000),
  };
}

/** A message's place as a source. */
export function sourceOf(
  { account }: Bot,
  message: Pick<IncomingMessage, "chat" | "message_id" | "is_topic_message" | "message_thread_id">,
): Omit<Source, "sender"> {
  const { chat, message_id, is_topic_message, message_thread_id } = message;
  return {
    channel: "telegram",
    ...(account !== "" && { account }),
    ...(chat.type !== "private" && { is_group: true as const }),
    thread: threadOf(chat.id, is_topic_message ? message_thread_id : undefined),
    message: String(message_id),
  };
}
