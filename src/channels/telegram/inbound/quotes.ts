/** Quotes that a message brings along, as parts of their own: the message it replies to, and forwarded words. */
import type { QuotePart, TextPart } from "../../../domain/message.ts";
import { oneLine } from "../../../domain/text/hidden-text.ts";
import { gist, nameOf } from "./content-text.ts";
import type { IncomingMessage, Origin } from "./update.ts";

/** A longer quote does not help to understand the reply. */
const MOST_QUOTED = 2_000;

/** Parts to put before the message's own words. A quote of the sender's own earlier message counts as theirs. */
export function quotedBefore(message: IncomingMessage, ours: number): TextPart[] {
  const { reply_to_message: replied, external_reply, quote } = message;
  const isTopic = replied?.forum_topic_created !== undefined;
  if (replied?.from?.id === ours && quote) return [quotePart(quote.text, "what you said, replied to")];
  if (replied && replied.from?.id !== ours && !isTopic) {
    const words = quote?.text ?? gist(replied);
    if (words === "") return [];
    const isOwn =
      !replied.forward_origin && replied.from !== undefined && replied.from.id === message.from?.id;
    if (isOwn) return [{ type: "text", text: `In reply to what I wrote before: ${cut(words)}\n` }];
    const author = replied.sender_chat?.title ?? (replied.from ? nameOf(replied.from) : "somebody");
    return [quotePart(words, `${author}, replied to`)];
  }
  if (external_reply && quote)
    return [quotePart(quote.text, `${originOf(external_reply.origin)} in another chat, replied to`)];
  return [];
}

/** Attributes forwarded words to their first author. */
export function forwardedFrom(words: string, origin: Origin): QuotePart {
  return quotePart(words, `${originOf(origin)}, forwarded`);
}

function originOf(origin: Origin | undefined): string {
  const { sender_user, sender_user_name, sender_chat, chat } = origin ?? {};
  const place = chat?.title ?? sender_chat?.title;
  return (sender_user ? nameOf(sender_user) : undefined) ?? sender_user_name ?? place ?? "somebody";
}

function quotePart(text: string, source: string): QuotePart {
  return { type: "text", text: cut(text), source: oneLine(source, 100) };
}

function cut(text: string): string {
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
}
