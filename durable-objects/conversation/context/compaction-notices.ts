/** Notices about a compaction or its undoing. */
import type { Compaction } from "../rows/turns/compactions.ts";

export function compactedNotice({ messages, by_model }: Compaction): string {
  const how = by_model === "rule" ? " The summary was made of excerpts, without a language model." : "";
  return `The model now reads a summary of the first ${messages} messages, so the conversation stays fast and within its limit.${how} Every message is kept, and you can undo the summary.`;
}

export const UNDONE_NOTICE =
  "Summary undone: the model reads the full messages again. They'll be summarised again when they no longer fit.";

export const FITTING_NOTICE =
  "This conversation is too long for the model, so its older part is being summarised first.";

export const CUT_NOTICE =
  "This conversation is too long for the model, and its older part couldn't be summarised right now. The model doesn't see the oldest messages for this answer. They are kept.";

export const TURN_RUNS = "An answer is being written. Summarise once it's finished, or stop it first.";

export const NOTHING_TO_UNDO = "There is no summary here to undo.";
