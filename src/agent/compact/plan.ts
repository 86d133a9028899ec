/** When the history is made shorter, and where it is cut. */
import type { MessageId } from "../../domain/ids.ts";
import type { Role } from "../../domain/message.ts";

/** A message as far as the plan needs it. */
export interface Weight {
  id: MessageId;
  role: Role;
  tokens: number;
  /** Said in this conversation, not copied into it. */
  is_own: boolean;
}

/** Of the model's window, when the agent says nothing else. */
const PART_OF_WINDOW = 0.75;
const PART_THAT_GOES = 2 / 3;
/** Left free beside the answer: lengths are estimated. */
const MARGIN = 0.03;

/** Tokens of a whole request from which on its history is made shorter. */
export function compactionThreshold(window: number, compact_at_tokens: number | undefined): number {
  const usual = PART_OF_WINDOW * window;
  return compact_at_tokens === undefined ? usual : Math.min(compact_at_tokens, usual);
}

/** Tokens that a request may have so that it fits the window with its answer. */
export function roomFor(window: number, max_output_tokens: number): number {
  return Math.max(window / 2, window * (1 - MARGIN) - max_output_tokens);
}

/**
 * How many of the oldest messages go: about two thirds of the tokens, up to a place where a person speaks. What
 * `keep_from` points at and all after it stays, and always the newest exchange. 0: nothing can go.
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
