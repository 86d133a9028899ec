/** The model port. Neutral messages in, neutral events out: only an adapter knows a wire format. */

import type { CostSource } from "../../domain/ledger.ts";
import type { Usage } from "../../domain/message.ts";
import type { AnswerFormat } from "../../domain/program/answer-format.ts";

/** Ordered from most stable; an adapter puts a cache breakpoint at the end of each tier. */
export interface SystemBlock {
  tier: "stable" | "semi-stable";
  text: string;
  /** Other turns will use it soon, so an hour in the cache pays. Absent: the instance's usual cache time. */
  keep?: "1h";
}

/** `data` is base64, filled in for the call only and never stored. */
export interface ImageBlock {
  type: "image";
  media_type: string;
  data: string;
}

/** A document or a recording; like an image, base64 and for the call only. */
export interface FileBlock {
  type: "file" | "audio";
  media_type: string;
  name: string;
  data: string;
  /** Place in the files; absent: it is not stored. */
  stored?: { owner: string; id: string };
  /** A text that is too long to be given whole. */
  is_long?: true;
}

export type MediaBlock = ImageBlock | FileBlock;

export interface TextBlock {
  type: "text";
  text: string;
  /**
   * Holds for this turn only and is left out of the history later: the content before it is then sent without
   * it.
   */
  is_passing?: true;
  /** Text of a file, and not the author's own words. */
  is_file?: true;
  /** A sentence to the person about the file behind the text: it was left out. */
  about_file?: string;
}

export interface ReasoningBlock {
  type: "reasoning";
  text: string;
  signature?: string;
  redacted?: string;
  /** `provider/model` that wrote it; an adapter drops blocks that are not its own. */
  model?: string;
}

export interface ToolCallBlock {
  type: "tool_call";
  call_id: string;
  name: string;
  input: unknown;
  /** `provider/model` that gave the id. */
  model?: string;
}

export interface ToolResultBlock {
  type: "tool_result";
  call_id: string;
  name: string;
  content: string;
  is_error: boolean;
  /** `provider/model` that gave the id; an adapter fills it in from the call. */
  model?: string;
  /** Media that the tool showed beside its text. */
  media?: MediaBlock[];
}

export type UserBlock = TextBlock | MediaBlock;
export type AssistantBlock = TextBlock | ReasoningBlock | ToolCallBlock;

export type ModelMessage =
  | { role: "user"; content: UserBlock[] }
  | { role: "assistant"; content: AssistantBlock[] }
  | { role: "tool"; content: ToolResultBlock[] };

export type JsonSchema = { [key: string]: unknown };

export interface ToolSpec {
  name: string;
  description: string;
  input: JsonSchema;
}

export interface SpeechWish {
  /** Voice as `provider/voice` or by its provider's name alone; another provider's is passed over. Absent: the model's usual one. */
  voice?: string;
}

export type Reasoning = "off" | "low" | "medium" | "high";

export interface ModelRequest {
  /** `provider/model`. */
  model: string;
  /** Fallbacks, tried in this order when `model` cannot answer. */
  fallback_models?: string[];
  system: SystemBlock[];
  messages: ModelMessage[];
  /** Tools in a fixed order, so that the cached prefix holds. */
  tools: readonly ToolSpec[];
  /**
   * `none`: the model is to answer without calls; calls that come nevertheless are dropped. `required`: it has to call one of
   * the tools, or the named one. Absent: as it likes.
   */
  tool_choice?: "none" | "required" | { name: string };
  /** At most one call in the reply. */
  is_serial?: true;
  /** Form of an answer without calls; absent: words. An adapter asks for it natively, or in words; the reply may not have it. */
  format?: AnswerFormat;
  /** Limit for the words: an adapter adds room for thinking to a small one. */
  max_output_tokens: number;
  temperature?: number;
  /** Absent: as the model does by itself. */
  reasoning?: Reasoning;
  /** Somebody listens: a model that speaks says its answer, with its words beside. Absent: words alone. */
  speech?: SpeechWish;
  /** Number of leading messages that are history: an adapter sets a cache breakpoint after them. */
  history_length: number;
  /** Stable per conversation: lets a provider route to a warm cache. */
  cache_key?: string;
}

/**
 * - `refusal`: the model refused to answer.
 * - `content_filter`: a filter of the provider's removed the answer, or the rest of it. Anthropic reports its
 * own so (`stop_reason: "refusal"`, with `stop_details`).
 */
export type FinishReason = "stop" | "tool_calls" | "length" | "refusal" | "content_filter" | "other";

export type ModelFailureKind =
  | "rate_limited"
  | "overloaded"
  | "server"
  | "timeout"
  | "cut"
  | "malformed"
  | "auth"
  | "not_configured"
  | "bad_request"
  /** A filter of the provider's blocked the request before it reached the model. */
  | "filtered"
  | "context_too_long"
  | "aborted";

export interface ModelFailure {
  kind: ModelFailureKind;
  /** Whether the same call may succeed later or elsewhere. */
  retryable: boolean;
  /** Pause that the provider's retry-after asks for, in ms. */
  retry_after_ms?: number;
  /**
   * The answer's own statement about retrying on this account; absent: the kind decides.
   * - `final`: no retry in this call.
   * - `passing`: retried as often as any other failure, since it was reported, not waited for.
   */
  refusal?: "final" | "passing";
  /** The stream ended in peace, without saying that the answer is complete. */
  unfinished?: true;
  /** Public: says what happened and what to do; never contains a secret. */
  reason: string;
}

/** Arguments as the model wrote them: parsed, or the text that did not parse. */
export type ToolInput = { ok: true; value: unknown } | { ok: false; text: string; why?: string };

export type ModelEvent =
  | { type: "text"; delta: string }
  | { type: "reasoning"; delta: string }
  /** A finished thinking block, with the data that the provider wants back. */
  | { type: "reasoning_end"; signature?: string; redacted?: string }
  /** A file of the answer, base64. */
  | { type: "file"; media_type: string; data: string }
  /**
   * A piece of the answer's sound, once a listener was asked for: samples of 16 bits, one channel, 24 kHz, in base64. It is heard
   * now or never. The first one is empty, and comes before any words: they need no other voice.
   */
  | { type: "speech"; pcm: string }
  /** Complete: emitted only when all its arguments have arrived. */
  | { type: "tool_call"; call_id: string; name: string; input: ToolInput }
  /** `quote`: the passage, where the provider tells it. */
  | { type: "citation"; url: string; title: string; quote?: string }
  /** For people: a fallback model answers, a part was left out. */
  | { type: "notice"; level: "info" | "warning"; text: string }
  /** Everything before it in this call is void: the call is made again, on this model or another. */
  | { type: "restart"; model: string }
  | ModelTerminal;

export type ModelTerminal =
  | {
      type: "finish";
      reason: FinishReason;
      /** Only for an answer that was held back: the provider's explanation. */
      why?: string;
      usage: Usage;
      /** The `provider/model` that answered. */
      model: string;
      cost_usd: number | null;
      cost_by?: CostSource;
    }
  | {
      type: "failed";
      failure: ModelFailure;
      usage: Usage;
      model: string;
      cost_usd: number | null;
      cost_by?: CostSource;
    };

export interface ModelPort {
  /**
   * Called once for each model call; retries and fallback models are its own. Never throws for a remote failure, and
   * ends with exactly one terminal event (`finish` or `failed`), an aborted signal with `failed` of kind `aborted`.
   * The stream closes its own connection, also when the consumer stops early. Does not check budgets.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export const CAPABILITIES = [
  "tool",
  "image",
  "audio",
  "file",
  "json",
  "reasoning",
  "image_output",
  "audio_output",
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** The catalogue's entry of a model. */
export interface ModelInfo {
  /** `provider/model`. */
  id: string;
  /** Tokens. */
  context_window: number;
  max_output_tokens: number;
  /** Requests to it have a short prompt and few tools. */
  is_light?: true;
  capabilities: Record<Capability, boolean>;
}
