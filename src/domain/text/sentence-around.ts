/** The sentence in which a value stands. */
import { oneLine } from "./hidden-text.ts";

const LONGEST = 160;

/** The sentence on one line; empty when the value does not stand there literally. */
export function sentenceAround(text: string, value: string): string {
  const at = text.toLowerCase().indexOf(value.toLowerCase().trim());
  if (at < 0) return "";
  const before = text.slice(Math.max(0, at - LONGEST), at);
  const after = text.slice(at, at + value.length + LONGEST);
  const start = before.search(/(?<=[.!?]\s|\n|\\n)(?!.*(?:[.!?]\s|\n|\\n))/s);
  const end = after.slice(value.length).search(/[.!?](?:\s|$)|\n|\\n/);
  return oneLine(
    before.slice(Math.max(0, start)) + (end < 0 ? after : after.slice(0, value.length + end + 1)),
    2 * LONGEST,
  );
}
