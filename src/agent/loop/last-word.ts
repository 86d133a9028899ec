/** Outcome of a turn whose reply calls no tool: complete, cut, refused, filtered, or empty. */
import { errorPart, type Part } from "../../domain/message.ts";
import { harmlessLine } from "../../domain/text/foreign-text.ts";
import type { FinishReason } from "../ports/model.ts";
import type { Reply, StepRecord, TurnOutcome } from "../turn.ts";

/** The text before it stays. A retry would be held back again. */
const HELD_BACK: { [reason in FinishReason]?: string } = {
  refusal: "The model refused to answer.",
  content_filter: "A content filter of the provider stopped the answer.",
};
const OTHERWISE = "Edit the message or say it in another way, or choose another model.";
/** Limit of the provider's explanation, in characters. */
const LONGEST_WHY = 300;
const EMPTY = "The model gave an empty answer. Send the message again, or choose another model.";
const CUT = 'The answer reached its maximum length and was cut. Say "go on" to continue.';
const ALL_THOUGHT =
  "The model spent its whole answer on thinking. Ask for less at once, or choose another model.";

/** `parts`: all parts of the turn so far. */
export function lastWord(steps: readonly StepRecord[], reply: Reply, parts: Part[]): TurnOutcome {
  const held = HELD_BACK[reply.finish];
  if (held !== undefined) return failed(parts, [held, ...whyOf(reply), OTHERWISE].join(" "), false);
  if (reply.finish === "length" && reply.cut === undefined)
    return { status: "halted", parts, reason: saysSomething(reply) ? CUT : ALL_THOUGHT };
  const isMeant = reply.silent || reply.calls.length > 0;
  if (!isMeant && !steps.some((step) => saysSomething(step.reply))) return failed(parts, EMPTY, true);
  return { status: "completed", parts };
}

/** The reason stands in the answer, below its text. */
function failed(parts: Part[], reason: string, retryable: boolean): TurnOutcome {
  const error = errorPart("api_fail", reason, retryable);
  return { status: "failed", parts: [...parts, error], error: "api_fail", reason, retryable };
}

/** The provider's explanation may hold anybody's words: shortened to one line. */
function whyOf({ why = "" }: Reply): string[] {
  const line = harmlessLine(why).trim().slice(0, LONGEST_WHY);
  return line === "" ? [] : [`It says: “${line}”`];
}

export function saysSomething({ blocks, files = [] }: Reply): boolean {
  return files.length > 0 || blocks.some((block) => block.type === "text" && block.text.trim() !== "");
}
