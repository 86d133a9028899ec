/** The outcome of a task in words: for the agent that set it, and for people. */
import type { ReportOutcome } from "../../../../src/domain/inbound.ts";

/** The outcome as the result of a call. */
export function resultText(outcome: ReportOutcome): string {
  switch (outcome.status) {
    case "completed":
      return outcome.text;
    case "halted":
      return `It was stopped: ${outcome.reason}${adviceOf(outcome)}`;
    case "failed":
      return `It failed: ${outcome.reason}${adviceOf(outcome)}`;
    case "given_up":
      return "It took too long and was given up. Go on without it, and say that it is missing.";
  }
}

function adviceOf({ retryable }: { retryable: boolean }): string {
  return retryable ? " It may be tried again." : " Do not try it again in the same way.";
}

/** The outcome in the words of the agent that did the task. */
export function spokenText(outcome: ReportOutcome): string {
  switch (outcome.status) {
    case "completed":
      return outcome.text.trim() === "" ? "Done. There is nothing to report." : outcome.text;
    case "halted":
      return `I was stopped before I had finished: ${outcome.reason}`;
    case "failed":
      return `I could not do this: ${outcome.reason}`;
    case "given_up":
      return "This took longer than it may, so it was given up. Ask for it again with more time, or in smaller parts.";
  }
}

/** The words that are stored for readers of the child from outside. */
export function lastWords(outcome: ReportOutcome): string {
  if (outcome.status === "completed") return outcome.text;
  return outcome.status === "given_up" ? "It took too long and was given up." : outcome.reason;
}
