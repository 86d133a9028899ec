/** Words that a Discord message brings along: what it answers, what it forwards, cards, and polls. */
import type { TextPart } from "../../domain/message.ts";
import { joinedLines, linkWords, ownWordsBefore, quotesOf } from "../brought.ts";
import { nameOf, spokenWords } from "./names.ts";
import type { DiscordContent, DiscordEmbed, DiscordMessage, DiscordPoll, WrittenMessage } from "./wire.ts";

/** Parts to put before the message's own words. */
export function broughtAlong(message: WrittenMessage, bot_id: string): TextPart[] {
  return [...repliedTo(message, bot_id), ...forwardedQuotes(message), ...cards(message)];
}

/** Our own words are known to the conversation. */
function repliedTo({ referenced_message, author }: WrittenMessage, bot_id: string): TextPart[] {
  if (!referenced_message || referenced_message.author?.id === bot_id) return [];
  const words = gist(referenced_message);
  const said = referenced_message.author;
  if (said?.id === author.id) return ownWordsBefore(words);
  return quotesOf(words, `${said ? nameOf(said) : "somebody"}, replied to`);
}

/** Discord does not name the first author. */
export function forwardedQuotes({
  message_snapshots,
}: Pick<DiscordMessage, "message_snapshots">): TextPart[] {
  return message_snapshots.flatMap(({ message }) => quotesOf(gist(message), "somebody, forwarded"));
}

export function cards({ embeds }: Pick<DiscordContent, "embeds">): TextPart[] {
  return embeds.flatMap((embed) => quotesOf(cardWords(embed), cardSource(embed)));
}

/** The words of a whole message. */
export function gist(content: DiscordContent): string {
  const files = content.attachments.map(({ filename }) => `[file: ${filename}]`);
  return joinedLines([
    spokenWords(content),
    ...describedContent(content),
    ...content.embeds.map(cardWords),
    ...files,
  ]);
}

/** Stickers and polls as words. */
export function describedContent({
  sticker_items,
  poll,
}: Pick<DiscordContent, "sticker_items" | "poll">): string[] {
  return [...sticker_items.map(({ name }) => `[sticker: ${name}]`), ...(poll ? [pollWords(poll)] : [])];
}

function pollWords({ question, answers }: DiscordPoll): string {
  const choices = answers.flatMap(({ poll_media }) => poll_media?.text ?? []);
  return `[Poll: ${question?.text ?? ""} — ${choices.join(" / ")}]`;
}

function cardWords({ title, description, url, fields, footer }: DiscordEmbed): string {
  return joinedLines([
    linkWords(title ?? "", url),
    description,
    ...fields.map(({ name, value }) => `${name}: ${value}`),
    footer?.text,
  ]);
}

function cardSource({ author, provider, url }: DiscordEmbed): string {
  const site = provider?.name ?? (url && URL.canParse(url) ? new URL(url).hostname : undefined);
  return [author?.name, site].filter((name) => name).join(", ") || "a card";
}
