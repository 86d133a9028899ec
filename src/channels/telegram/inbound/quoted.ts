/** Words of others that a message brings along: what it replies to, whose words it passes on. They are marked as theirs. */
import { marked, markOf } from "../../../domain/text/foreign-text.ts";
import type { IncomingMessage, Origin } from "./update.ts";
import { gist, nameOf } from "./words.ts";

/** Of what somebody else wrote, more is no help to understand the reply. */
const MOST_QUOTED = 2_000;

/** What stands before the words themselves. `key` is the message's own. */
export function quotedBefore(message: IncomingMessage, ours: number, key: string): string[] {
  const { reply_to_message: replied, external_reply, quote } = message;
  const isTopic = replied?.forum_topic_created !== undefined;
  if (replied?.from?.id === ours && quote)
    return [`In reply to this part of what you said:`, foreign(quote.text, "quote", key)];
  if (replied && replied.from?.id !== ours && !isTopic) {
    const author = replied.sender_chat?.title ?? (replied.from ? nameOf(replied.from) : "somebody");
    const words = quote?.text ?? gist(replied);
    return words === "" ? [] : [`In reply to ${oneName(author)}:`, foreign(words, author, key)];
  }
  if (external_reply && quote)
    return [
      "In reply to a message of another chat:",
      foreign(quote.text, originOf(external_reply.origin), key),
    ];
  return [];
}

/** The words as those of whoever wrote them first; unchanged when that is the sender. */
export function asForwarded(text: string, origin: Origin | undefined, key: string): string[] {
  if (!origin) return text === "" ? [] : [text];
  const author = originOf(origin);
  const label = `Forwarded from ${oneName(author)}${text === "" ? "." : ":"}`;
  return text === "" ? [label] : [label, foreign(text, author, key)];
}

function originOf(origin: Origin | undefined): string {
  const { sender_user, sender_user_name, sender_chat, chat } = origin ?? {};
  const place = chat?.title ?? sender_chat?.title;
  return (sender_user ? nameOf(sender_user) : undefined) ?? sender_user_name ?? place ?? "somebody";
}

/** Names are written by those who bear them. */
function oneName(name: string): string {
  return name.replace(/[\r\n<>]+/g, " ").slice(0, 100);
}

function foreign(text: string, author: string, key: string): string {
  const cut = text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
  return marked(cut, { mark: markOf(key), source: author });
}
