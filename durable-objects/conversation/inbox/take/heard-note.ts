/** Note to the agent: the person interrupted its spoken answer, and where. */
import { type HeardPart, type TextPart, textOf } from "../../../../src/domain/message.ts";
import { harmlessLine } from "../../../../src/domain/text/foreign-text.ts";
import type { Store } from "../../rows/store.ts";

/** Limit of the words that show the place. */
const MOST_SHOWN = 120;

/** Empty when nothing was interrupted, or the answer is gone. */
export function heardNote({ transcript, meta }: Store, heard: HeardPart | undefined): TextPart[] {
  const answer = heard && transcript.get(heard.message_id);
  if (!heard || answer?.role !== "assistant") return [];
  const words = textOf(answer.parts);
  const characters = Math.min(heard.characters, words.length);
  const end = harmlessLine(words.slice(0, characters).trimEnd().slice(-MOST_SHOWN));
  const { message_id } = heard;
  // In a room somebody else of the cast may answer next.
  const speaker = meta.room === null ? undefined : answer.author;
  return [{ type: "text", text: noteOf(end, speaker), heard: { message_id, characters, end } }];
}

function noteOf(end: string, speaker: string | undefined): string {
  const answer =
    speaker === undefined ? "Your spoken answer" : `The spoken answer of ${harmlessLine(speaker)}`;
  return end === ""
    ? `[${answer} was interrupted before any of it was heard.]\n`
    : `[${answer} was interrupted. It was heard up to "${end}", and no further.]\n`;
}
