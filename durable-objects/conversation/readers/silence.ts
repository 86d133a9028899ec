/** Reason for an answer without words, for programs that would otherwise read an empty text. */
import { type Part, textOf } from "../../../src/domain/message.ts";
import { filesOfAnswer } from "./answer-files.ts";

/** `parts`: of a completed answer. Null when it has words or files. */
export function silenceOf(parts: readonly Part[]): string | null {
  if (textOf(parts).trim() !== "" || filesOfAnswer(parts).length > 0) return null;
  const used = new Set(parts.flatMap((part) => (part.type === "tool_call" ? [part.name] : [])));
  if (used.size === 0) return "The agent chose to say nothing.";
  return `The agent said nothing. It used: ${[...used].join(", ")}.`;
}
