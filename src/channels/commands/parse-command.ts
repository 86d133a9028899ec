/** Parses commands from messages. */
import type { UserMessage } from "../../domain/inbound.ts";

export interface ParsedCommand {
  /** Lower case. */
  name: string;
  words: string;
}

/** `/name`, optionally followed by the bot's own name, then the arguments. */
const COMMAND = /^\/([a-z][a-z0-9_]{0,31})(?:@[\w.-]{1,64})?(?:\s+([\s\S]*))?$/i;

/** Undefined: the message is not a command. In a group, only messages addressed to the bot are commands. */
export function commandIn({ parts, source, is_addressed }: UserMessage): ParsedCommand | undefined {
  if (source.is_group && !is_addressed) return undefined;
  const [first] = parts;
  const [, name, words = ""] = (first?.type === "text" && COMMAND.exec(first.text.trim())) || [];
  return name === undefined ? undefined : asMeant({ name: name.toLowerCase(), words: words.trim() });
}

/** Opening a Telegram bot by a link, `t.me/BOT?start=CODE`, sends the link's code as the argument of /start. */
function asMeant(written: ParsedCommand): ParsedCommand {
  return written.name === "start" && written.words !== "" ? { ...written, name: "link" } : written;
}
