/** A message of Anthropic's Messages API. */
import type { ConversationId } from "../../../domain/ids.ts";
import type { Usage } from "../../../domain/message.ts";
import type { ClientCall } from "../../../domain/program/client-tools.ts";
import type { Finish, WholeAnswer } from "../answer/writer.ts";
import { wireIdOf } from "../call/wire-ids.ts";

const STOP = { stop: "end_turn", tool_calls: "tool_use", length: "max_tokens" } as const;

export function stopReason(finish: Finish): (typeof STOP)[Finish] {
  return STOP[finish];
}

/** Fields that all events of one answer share. */
export interface MessageHead {
  id: string;
  model: string;
}

export function messageOf(head: MessageHead, answer: WholeAnswer) {
  const { text, calls, conversation, finish, usage } = answer;
  const words = text === "" ? [] : [{ type: "text" as const, text }];
  const content = [...words, ...calls.map((call) => toolUseOf(conversation, call))];
  return { ...begunMessage(head), content, stop_reason: stopReason(finish), usage: tokensOf(usage) };
}

export function begunMessage({ id, model }: MessageHead) {
  return {
    id,
    type: "message" as const,
    role: "assistant" as const,
    model,
    content: [] as object[],
    stop_reason: null,
    stop_sequence: null,
    usage: tokensOf(null),
  };
}

export function toolUseOf(conversation: ConversationId, { call_id, name, input }: ClientCall) {
  return {
    type: "tool_use" as const,
    id: wireIdOf("toolu", conversation, call_id),
    name,
    input: input ?? {},
  };
}

export function tokensOf(usage: Usage | null) {
  return {
    input_tokens: usage?.input_tokens ?? 0,
    output_tokens: usage?.output_tokens ?? 0,
    cache_creation_input_tokens: usage?.cache_write_tokens ?? 0,
    cache_read_input_tokens: usage?.cache_read_tokens ?? 0,
  };
}
