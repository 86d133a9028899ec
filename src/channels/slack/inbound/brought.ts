/** Words that a Slack message brings along: forwarded messages, cards, and text that stands in blocks alone. */
import type { QuotePart } from "../../../domain/message.ts";
import { joinedLines, linkWords, quotesOf } from "../../brought.ts";
import { wordsOf } from "../mrkdwn.ts";
import type { SlackAttachment, SlackEvent, SlackFile } from "./envelope.ts";

/** Quotes of the attachments, in their order. */
export function attachedQuotes({ attachments }: Pick<SlackEvent, "attachments">): QuotePart[] {
  return attachments.flatMap((attachment) => quotesOf(attachedWords(attachment), sourceOf(attachment)));
}

/** Files of forwarded messages. */
export function attachedFiles({ attachments }: Pick<SlackEvent, "attachments">): SlackFile[] {
  return attachments.flatMap(({ files }) => files);
}

function attachedWords(attachment: SlackAttachment): string {
  const { pretext, title, title_link, text, fields, footer, fallback, blocks, message_blocks } = attachment;
  const inBlocks = () => wordsOfBlocks(message_blocks ?? blocks);
  const shown = joinedLines([
    said(pretext),
    linkWords(said(title), title_link),
    text?.trim() ? said(text) : inBlocks(),
    ...fields.map((field) => [said(field.title), said(field.value)].filter((part) => part !== "").join(": ")),
    said(footer),
  ]);
  return shown === "" ? said(fallback) : shown;
}

function said(text: string | null | undefined): string {
  return wordsOf(text ?? "", undefined);
}

function sourceOf(attachment: SlackAttachment): string {
  const { author_name, author_subname, channel_name, is_share, is_msg_unfurl, service_name, from_url } =
    attachment;
  const author = author_name || author_subname;
  const place = channel_name ? ` in #${channel_name}` : "";
  if (is_share || is_msg_unfurl) return `${author || "somebody"}${place}, forwarded`;
  const site = service_name || (from_url && URL.canParse(from_url) ? new URL(from_url).hostname : "");
  return [author, site].filter((name) => name).join(", ") || "a card";
}

const MOST_DEPTH = 12;

/** Text of Block Kit, whatever blocks it stands in. Untrusted, so any form is taken. */
export function wordsOfBlocks(blocks: unknown): string {
  return joinedLines(textsIn(blocks, 0)).trim();
}

function textsIn(value: unknown, depth: number): string[] {
  if (depth > MOST_DEPTH || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return joinedSpans(value, depth);
  const { type, text, url, user_id, name } = value as Record<string, unknown>;
  if (typeof text === "string")
    return [type === "link" ? linkWords(text, String(url)) : type === "text" ? text : said(text)];
  if (type === "link" && typeof url === "string") return [url];
  if (type === "user" && typeof user_id === "string") return [`@${user_id}`];
  if (type === "emoji" && typeof name === "string") return [`:${name}:`];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

/** Spans of one line stand beside each other. */
function joinedSpans(values: readonly unknown[], depth: number): string[] {
  const texts = values.map((value) => textsIn(value, depth + 1));
  const isLine = values.every((value) => SPANS.has(String(Object(value)["type"])));
  return isLine ? [texts.flat().join("")] : texts.flat();
}

const SPANS: ReadonlySet<string> = new Set([
  "text",
  "link",
  "user",
  "emoji",
  "usergroup",
  "channel",
  "broadcast",
]);
