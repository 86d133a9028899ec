/** Notices about a compaction or its undoing. */
import type { Compaction } from "../rows/turns/compactions.ts";

export function compactedNotice({ messages, by_model }: Compaction): string {
  const how =
    by_model === "rule" ? " It was made by rule, without a language model: excerpts of what was said." : "";
  return `The first ${messages} messages of this conversation are a summary to the model from now on, so that it goes on fast and fits.${how} Every message is kept, and the summary can be taken back.`;
}

export const UNDONE_NOTICE =
  "The summary was taken back: the model reads the messages themselves again. They will be summarised again when they no longer fit the model.";

export const FITTING_NOTICE =
  "This conversation no longer fits the model: its older part is being summarised first.";

export const CUT_NOTICE =
  "This conversation is longer than the model can read, and its older part could not be summarised just now: the oldest messages are out of the model's sight for this answer. They are kept.";

export const NOTHING_TO_UNDO =
  "No summary stands for any part of this branch: there is nothing to take back.";
