/** A response object of the Responses API. */
import { z } from "zod";
import { namedSchema } from "../../../contract/schema.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import type { Usage } from "../../../domain/message.ts";
import type { Finish } from "../answer/writer.ts";
import { readWireId, wireIdOf } from "../call/wire-ids.ts";
import { usageOf } from "../chat/completion.ts";
import type { OutputItem } from "./items.ts";
import type { ResponsesRequest } from "./request.ts";

/** Open: the items and echoed fields are as the API's own description has them. */
export const ResponseShape = namedSchema("Response", () =>
  z.looseObject({
    id: z.string(),
    object: z.literal("response"),
    status: z.enum(["completed", "failed", "in_progress", "cancelled", "queued", "incomplete"]),
    model: z.string(),
    output: z.array(z.looseObject({ type: z.string() })),
    /** Nightjar's own field: the conversation in which to go on. */
    conversation_id: z.string(),
  }),
);

/** Fields that the states of one response share. */
export interface ResponseHead {
  id: string;
  conversation: ConversationId;
  /** Seconds since the epoch. */
  created: number;
  asked: Pick<ResponsesRequest, "model"> & Partial<ResponsesRequest>;
}

export interface ResponseState {
  status: "completed" | "failed" | "in_progress" | "cancelled" | "incomplete";
  output: readonly OutputItem[];
  usage: Usage | null;
  /** Reason of a failure. */
  error?: string;
}

/** The id names the turn, and the event before the first of this answer. */
export function responseId(conversation: ConversationId, turn_id: string | null, seq: number): string {
  return wireIdOf("resp", conversation, `${turn_id ?? "none"}_${seq}`);
}

export interface StoredResponse {
  conversation: ConversationId;
  turn_id: string;
  seq: number;
}

/** Undefined: no id of a response that was made here. */
export function readResponseId(id: string): StoredResponse | undefined {
  const known = readWireId(id);
  const [, turn_id, seq] = /^(trn_[0-9a-z]+)_(\d{1,12})$/.exec(known?.id ?? "") ?? [];
  return known && turn_id !== undefined
    ? { conversation: known.conversation, turn_id, seq: Number(seq) }
    : undefined;
}

export function statusOf(finish: Finish): "completed" | "incomplete" {
  return finish === "length" ? "incomplete" : "completed";
}

export function responseOf({ id, conversation, created, asked }: ResponseHead, state: ResponseState) {
  const { status, output, usage, error } = state;
  return {
    id,
    object: "response" as const,
    created_at: created,
    status,
    error: error === undefined ? null : { code: "server_error", message: error },
    incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
    ...echoOf(asked),
    output: [...output],
    usage: usage && tokensOf(usage),
    conversation_id: conversation,
  };
}

/** Fields of the request that the answer repeats, and those that have one value here. */
function echoOf(asked: ResponseHead["asked"]) {
  const { model, instructions, previous_response_id, metadata, store, tools, tool_choice } = asked;
  return {
    model,
    instructions: instructions ?? null,
    previous_response_id: previous_response_id ?? null,
    metadata: metadata ?? {},
    store: store ?? true,
    tools: tools ?? [],
    tool_choice: tool_choice ?? "auto",
    parallel_tool_calls: asked.parallel_tool_calls ?? true,
    background: asked.background ?? false,
    text: { format: asked.text?.format ?? { type: "text" } },
    reasoning: { effort: null, summary: null },
    truncation: "disabled",
    temperature: null,
    top_p: null,
    max_output_tokens: null,
    user: null,
  };
}

function tokensOf(usage: Usage) {
  const { prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details } = usageOf(usage);
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: prompt_tokens_details,
    output_tokens: completion_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens,
  };
}
