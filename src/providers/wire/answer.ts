/** The end of an answer: its tool calls and one terminal event. */
import type { FinishReason, ModelFailure } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import type { ProviderEvent } from "../provider.ts";
import { readArguments } from "./tool-arguments.ts";

export interface CollectedCall {
  call_id: string;
  name: string;
  /** Pieces of the arguments, in order of arrival. */
  pieces: string[];
  /** Whether the provider marked the arguments as complete. */
  complete: boolean;
}

interface Answer {
  reason: FinishReason;
  /** The provider's reason for holding the answer back. */
  why?: string | undefined;
  calls: readonly CollectedCall[];
  usage: Usage;
  hasText: boolean;
  /** The failure that an answer without text and calls means; undefined where an empty answer is allowed. */
  empty: ModelFailure | undefined;
}

/** The reason is `tool_calls` exactly when there are calls to answer. A refused or filtered answer calls nothing. */
export function endOfAnswer(answer: Answer): readonly ProviderEvent[] {
  const { reason, calls, usage } = answer;
  if (reason === "refusal" || reason === "content_filter")
    return [{ type: "finish", reason, usage, ...(answer.why !== undefined && { why: answer.why }) }];
  const named = calls.filter((call) => call.name !== "");
  if (named.length === 0) return [withoutCalls(answer)];
  const events = named.map((call): ProviderEvent => {
    const input = readArguments(call.pieces, !call.complete || reason === "length");
    return { type: "tool_call", call_id: call.call_id, name: call.name, input };
  });
  return [...events, { type: "finish", reason: "tool_calls", usage }];
}

function withoutCalls({ reason, usage, hasText, empty }: Answer): ProviderEvent {
  if (!hasText && reason !== "length" && empty) return { type: "failed", failure: empty, usage };
  return { type: "finish", reason: reason === "tool_calls" ? "stop" : reason, usage };
}
