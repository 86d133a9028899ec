/** Answers in the shapes of OpenAI's API. */
import type { ConversationId } from "../../../domain/ids.ts";
import type { CitationPart, Usage } from "../../../domain/message.ts";
import type { ClientCall } from "../../../domain/program/client-tools.ts";
import { type Annotation, annotationsOf } from "../answer/annotations.ts";
import type { AnswerEnd, Finish, WholeAnswer } from "../answer/writer.ts";
import { wireIdOf } from "../call/wire-ids.ts";

/** Fields that all chunks of one answer share. */
export interface Head {
  id: string;
  /** Seconds since the epoch. */
  created: number;
  model: string;
}

export function completionOf(head: Head, answer: WholeAnswer) {
  const { text, calls, usage, conversation, finish, silence, citations = [] } = answer;
  const called = calls.length > 0 && { tool_calls: calls.map((call) => toolCallOf(conversation, call)) };
  const content = called && text === "" ? null : text;
  const cited = annotated(text, citations);
  const message = { role: "assistant" as const, content, refusal: null, ...called, ...cited };
  return {
    ...head,
    object: "chat.completion" as const,
    choices: [{ index: 0 as const, message, logprobs: null, finish_reason: finish }],
    usage: usageOf(usage),
    conversation_id: conversation,
    ...reasonOf(silence),
  };
}

/** Fields of a message, or of a delta behind its text. */
function annotated(text: string, citations: readonly CitationPart[]) {
  const annotations = annotationsOf(text, citations).map(urlCitation);
  return annotations.length > 0 ? { annotations } : {};
}

function urlCitation(url_citation: Annotation) {
  return { type: "url_citation" as const, url_citation };
}

function reasonOf(silence: string | null | undefined) {
  return silence ? { reason: silence } : {};
}

export function toolCallOf(conversation: ConversationId, { call_id, name, input }: ClientCall) {
  const id = wireIdOf("call", conversation, call_id);
  return { id, type: "function" as const, function: { name, arguments: JSON.stringify(input ?? {}) } };
}

export function usageOf(usage: Usage | null) {
  const { input_tokens = 0, output_tokens = 0, cache_read_tokens = 0, cache_write_tokens = 0 } = usage ?? {};
  const prompt_tokens = input_tokens + cache_read_tokens + cache_write_tokens;
  return {
    prompt_tokens,
    completion_tokens: output_tokens,
    total_tokens: prompt_tokens + output_tokens,
    prompt_tokens_details: { cached_tokens: cache_read_tokens },
  };
}

interface Delta {
  role?: "assistant";
  content?: string;
  tool_calls?: ({ index: number } & ReturnType<typeof toolCallOf>)[];
  annotations?: ReturnType<typeof urlCitation>[];
}

export function chunkOf(head: Head, delta: Delta, finish_reason: Finish | null = null) {
  return {
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  };
}

/** The last chunk with choices, after that text. */
export function lastChunk(head: Head, text: string, { finish, silence, citations = [] }: AnswerEnd) {
  return { ...chunkOf(head, annotated(text, citations), finish), ...reasonOf(silence) };
}

export function usageChunk(head: Head, usage: Usage | null) {
  return { ...head, object: "chat.completion.chunk", choices: [], usage: usageOf(usage) };
}
