/** Quotes that a message brings along, as parts of their own: the message it replies to, and forwarded words. */
import type { TextPart } from "../../../domain/message.ts";
import { ownWordsBefore, quotesOf } from "../../brought.ts";
import { gist, nameOf } from "./content-text.ts";
import { withAddresses } from "./links.ts";
import type { IncomingMessage, Origin } from "./update.ts";

/** Parts to put before the message's own words. A quote of the sender's own earlier message counts as theirs. */
export function quotedBefore(message: IncomingMessage, ours: number): TextPart[] {
  const { reply_to_message: replied, external_reply, reply_to_story } = message;
  const quote = message.quote && withAddresses(message.quote.text, message.quote.entities ?? []).text;
  if (replied && replied.forum_topic_created === undefined)
    return repliedTo(message, replied, { ours, quote });
  if (external_reply) {
    const author = `${originOf(external_reply.origin)} in another chat, replied to`;
    return quotesOf(quote ?? gist(external_reply), author);
  }
  return reply_to_story ? quotesOf("[Story, which bots cannot open]", "a story, replied to") : [];
}

function repliedTo(
  { from }: IncomingMessage,
  replied: NonNullable<IncomingMessage["reply_to_message"]>,
  { ours, quote }: { ours: number; quote: string | undefined },
): TextPart[] {
  // The whole message of ours is known to the conversation.
  if (replied.from?.id === ours) return quotesOf(quote ?? "", "what you said, replied to");
  const words = quote ?? gist(replied);
  const isOwn = !replied.forward_origin && replied.from !== undefined && replied.from.id === from?.id;
  if (isOwn) return ownWordsBefore(words);
  const author = replied.sender_chat?.title ?? (replied.from ? nameOf(replied.from) : "somebody");
  return quotesOf(words, `${author}, replied to`);
}

/** Attributes forwarded words to their first author. */
export function forwardedFrom(words: string, origin: Origin): TextPart[] {
  return quotesOf(words, `${originOf(origin)}, forwarded`);
}

function originOf(origin: Origin | undefined): string {
  const { sender_user, sender_user_name, sender_chat, chat } = origin ?? {};
  const place = chat?.title ?? sender_chat?.title;
  return (sender_user ? nameOf(sender_user) : undefined) ?? sender_user_name ?? place ?? "somebody";
}
