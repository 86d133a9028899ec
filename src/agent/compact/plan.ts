/** Decides when the history is compacted, and where it is cut. */
import type { MessageId } from "../../domain/ids.ts";
import type { Role } from "../../domain/message.ts";

/** The fields of a message that the plan needs. */
export interface Weight {
  id: MessageId;
  role: Role;
  tokens: number;
  /** Written in this conversation, not copied into it. */
  is_own: boolean;
}

/** Share of the model's window at which compaction starts, unless the agent sets a limit. */
const PART_OF_WINDOW = 0.75;
const PART_THAT_GOES = 2 / 3;
/** Share of the window left free beside the answer, since lengths are estimated. */
const MARGIN = 0.03;

/** Tokens of a whole request at which its history is compacted. */
export function compactionThreshold(window: number, compact_at_tokens: number | undefined): number {
  const usual = PART_OF_WINDOW * window;
  return compact_at_tokens === undefined ? usual : Math.min(compact_at_tokens, usual);
}

/** Tokens that a request may have so that it fits the window with its answer. */
export function roomFor(window: number, max_output_tokens: number): number {
  return Math.max(window / 2, window * (1 - MARGIN) - max_output_tokens);
}

/**
 * Number of oldest messages to compact: about two thirds of the tokens, cut where a person speaks. The
 * message at `keep_from` and all after it stay, and always the newest exchange. 0: nothing can be compacted.
 */
export function boundaryOf(weights: readonly Weight[], keep_from = weights.length): number {
  const total = weights.reduce((sum, { tokens }) => sum + tokens, 0);
  const last = Math.min(keep_from, lastQuestion(weights));
  let tokens = 0;
  let boundary = 0;
  for (const [index, weight] of weights.entries()) {
    if (index > last) break;
    if (index > 0 && weight.role !== "assistant") {
      boundary = index;
      if (tokens >= total * PART_THAT_GOES) break;
    }
    tokens += weight.tokens;
  }
  return boundary;
}

function lastQuestion(weights: readonly Weight[]): number {
  return weights.findLastIndex(({ role }) => role !== "assistant");
}
