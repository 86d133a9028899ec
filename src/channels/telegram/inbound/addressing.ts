/** Decides whether a message in a group is for our bot, and removes the bot's name from the front of it. */
import type { IncomingEntity, IncomingMessage } from "./update.ts";

export interface Us {
  id: number;
  /** Undefined until Telegram has told the bot's name. */
  username: string | undefined;
}

export type Addressing =
  | { status: "theirs"; reason: string }
  | { status: "read"; text: string; is_addressed: boolean };

interface Name {
  type: string;
  start: number;
  end: number;
  words: string;
  is_ours: boolean;
}

export function addressingOf(message: IncomingMessage, us: Us): Addressing {
  const text = message.text ?? message.caption ?? "";
  const entities = (message.text === undefined ? message.caption_entities : message.entities) ?? [];
  const names = entities.map((entity) => nameOf(entity, text, us));
  const command = names.find(({ type, start }) => type === "bot_command" && start === 0);
  if (command?.words.includes("@") && !command.is_ours)
    return { status: "theirs", reason: "The command is for another bot." };
  const is_addressed =
    command !== undefined || names.some(({ is_ours }) => is_ours) || isReplyToUs(message, us);
  return { status: "read", text: withoutName(text, names), is_addressed };
}

function nameOf({ type, offset, length, user }: IncomingEntity, text: string, us: Us): Name {
  const words = text.slice(offset, offset + length);
  const is_ours =
    type === "text_mention"
      ? user?.id === us.id
      : (type === "mention" || type === "bot_command") && isOurName(words, us);
  return { type, start: offset, end: offset + length, words, is_ours };
}

/** While our name is unknown, any bot's name counts: one answer too many is better than silence. */
function isOurName(words: string, { username }: Us): boolean {
  const name = words.slice(words.indexOf("@") + 1).toLowerCase();
  if (!words.includes("@")) return false;
  return username === undefined ? name.endsWith("bot") : name === username.toLowerCase();
}

/** Every message in a topic replies to the topic's first message, so that one does not count. */
function isReplyToUs({ reply_to_message: replied }: IncomingMessage, us: Us): boolean {
  return replied?.forum_topic_created === undefined && replied?.from?.id === us.id;
}

function withoutName(text: string, names: readonly Name[]): string {
  const first = names.find(({ start, is_ours }) => is_ours && text.slice(0, start).trim() === "");
  if (!first) return text.trim();
  if (first.type !== "bot_command") return text.slice(first.end).replace(/^\s*[,:]?\s*/, "");
  const command = first.words.slice(0, first.words.indexOf("@"));
  return `${command}${text.slice(first.end)}`.trim();
}

/** Whether the message names somebody, so that our name is needed to tell whether it is us. */
export function namesSomebody(message: IncomingMessage): boolean {
  const entities = (message.text === undefined ? message.caption_entities : message.entities) ?? [];
  const text = message.text ?? message.caption ?? "";
  return entities.some(
    ({ type, offset, length }) =>
      type === "mention" || (type === "bot_command" && text.slice(offset, offset + length).includes("@")),
  );
}
