/** The title of a conversation before anybody names it. */
import { type Message, ownTextOf, textOf } from "../../../../src/domain/message.ts";

/** A title from the first words of a conversation. */
export function titleOf(message: Pick<Message, "parts">): string {
  const line = (ownTextOf(message.parts).trim() || textOf(message.parts).trim()).split("\n")[0] ?? "";
  const words = line.replace(/\s+/g, " ").trim();
  if (words.length <= 60) return words;
  const cut = words.slice(0, 60);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 40))}…`;
}
