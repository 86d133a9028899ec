/** Words that a message brings along, as parts of their own, marked as whose they are. */
import type { QuotePart, TextPart } from "../domain/message.ts";
import { oneLine } from "../domain/text/hidden-text.ts";

/** A longer quote does not help to understand the message. */
const MOST_QUOTED = 4_000;
const MOST_SOURCE = 100;

/** Empty for no words. */
export function quotesOf(text: string, source: string): QuotePart[] {
  return text.trim() === "" ? [] : [{ type: "text", text: cut(text), source: oneLine(source, MOST_SOURCE) }];
}

/** Begins the words of an earlier message of the sender, which are no quote. */
export const BEFORE = "In reply to what I wrote before: ";

export function ownWordsBefore(text: string): TextPart[] {
  return text.trim() === "" ? [] : [{ type: "text", text: `${BEFORE}${cut(text)}\n` }];
}

function cut(text: string): string {
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
}

/** Begins the text of an edited message. */
export const EDITED = "[The sender has edited a message; it now reads:]\n";

/** Stands for a message of a kind that nobody reads here, so that its sender gets an answer. */
export function unreadKind(what: string): string {
  return `[The sender sent ${what}, which cannot be read here. Tell them so in one line.]`;
}

/** Lines without the empty ones. */
export function joinedLines(lines: readonly (string | null | undefined)[]): string {
  return lines.filter((line) => line?.trim()).join("\n");
}

/** A name and its address; the words alone where they are the address. */
export function linkWords(words: string, address: string | null | undefined): string {
  return !address || address === words ? words : words === "" ? address : `${words} (${address})`;
}

/** Time that the platform gives for a message, in units of so many ms; nothing for what is no time. */
export function sentAt(time: number | string | null | undefined, unit_ms = 1): { sent_at?: number } {
  const ms = Math.floor(Number(time ?? Number.NaN) * unit_ms);
  return Number.isSafeInteger(ms) && ms > 0 ? { sent_at: ms } : {};
}
