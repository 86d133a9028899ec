/** Commands as they are written. */
import type { UserMessage } from "../../domain/inbound.ts";

export interface WrittenCommand {
  /** In lower case. */
  name: string;
  words: string;
}

/** `/name`, with or without the bot's own name behind it, and what follows. */
const COMMAND = /^\/([a-z][a-z0-9_]{0,31})(?:@[\w.-]{1,64})?(?:\s+([\s\S]*))?$/i;

/** Undefined: it is a message. In a group only what is said to the bot is a command. */
export function commandIn({ parts, source, is_addressed }: UserMessage): WrittenCommand | undefined {
  if (source.is_group && !is_addressed) return undefined;
  const [first] = parts;
  const [, name, words = ""] = (first?.type === "text" && COMMAND.exec(first.text.trim())) || [];
  return name === undefined ? undefined : asMeant({ name: name.toLowerCase(), words: words.trim() });
}

/** Who opens a bot of Telegram by a link, `t.me/BOT?start=CODE`, sends its code in this way. */
function asMeant(written: WrittenCommand): WrittenCommand {
  return written.name === "start" && written.words !== "" ? { ...written, name: "link" } : written;
}
