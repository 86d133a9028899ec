/** What is said in one place, as it is shown in the others: who asked what, and what was answered. */
import { CHANNELS } from "../../../src/channels/kinds.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { type Message, type Part, textOf } from "../../../src/domain/message.ts";

/** More of a question is read where it was asked. */
const MOST_ASKED = 1_000;

/** The answer below what it answers. `source`: where that was said. */
export function mirrored(asked: readonly Message[], answer: readonly Part[], source: Source): Part[] {
  const { label } = CHANNELS[source.channel];
  const quotes = asked.flatMap(({ parts, author = source.sender_name ?? "Somebody" }) => {
    const words = textOf(parts).trim();
    if (words === "") return [];
    const shown = words.length > MOST_ASKED ? `${words.slice(0, MOST_ASKED).toWellFormed()}…` : words;
    return [`**${author}**, in ${label}:\n\n${shown.replaceAll(/^/gm, "> ")}`];
  });
  const head: Part[] = quotes.length === 0 ? [] : [{ type: "text", text: quotes.join("\n\n") }];
  return [...head, ...answer];
}
