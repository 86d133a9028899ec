/** Decodes a chat completions stream into neutral events, with the liberties that compatible servers take. */
import type { FinishReason, ModelFailure } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import { NO_USAGE } from "../../domain/message.ts";
import type { ServerSentEvent } from "../../platform/event-stream.ts";
import { parseJson } from "../../platform/json.ts";
import type { FailureContext } from "../failures.ts";
import { emptyAnswer, failureOf, failuresFor, remoteErrorIn } from "../failures.ts";
import type { ProviderDelta, ProviderEvent } from "../provider.ts";
import { endOfAnswer } from "../wire/answer.ts";
import { billedIn } from "../wire/billed.ts";
import type { JsonObject } from "../wire/json.ts";
import { countIn, isObject, listIn, objectIn, textIn } from "../wire/json.ts";
import type { WireDecoder, WireState } from "../wire/wire-call.ts";
import type { Opaque } from "./opaque.ts";
import { mergeDetail, writeOpaque } from "./opaque.ts";
import type { CallCollector } from "./tool-calls.ts";
import { createCallCollector } from "./tool-calls.ts";

const REASONS: { [reason: string]: FinishReason } = {
  stop: "stop",
  end_turn: "stop",
  eos: "stop",
  length: "length",
  max_tokens: "length",
  tool_calls: "tool_calls",
  function_call: "tool_calls",
  content_filter: "content_filter",
  refusal: "refusal",
  // Google's own value, which its compatible endpoint and gateways pass on.
  safety: "content_filter",
  recitation: "content_filter",
  blocklist: "content_filter",
  prohibited_content: "content_filter",
  spii: "content_filter",
};

const REASONING_FIELDS = ["reasoning_content", "reasoning"] as const;

const NOTHING: readonly ProviderDelta[] = [];

type Deltas = readonly ProviderDelta[];

export class ChatDecoder implements WireDecoder {
  state: WireState = { status: "open" };
  usage: Usage = NO_USAGE;
  billed_usd: number | undefined;
  private readonly context: FailureContext;
  private readonly collector: CallCollector;
  private readonly opaque: Opaque;
  private reason: FinishReason = "stop";
  private hasText = false;
  private hasReasoning = false;

  constructor(context: FailureContext, createCallId: () => string) {
    this.context = context;
    this.collector = createCallCollector(createCallId);
    this.opaque = { details: [], extras: this.collector.extras };
  }

  frame(frame: ServerSentEvent): Deltas {
    if (frame.data === "[DONE]") {
      this.state = { status: "closed" };
      return NOTHING;
    }
    const value = parseJson(frame.data);
    if (!isObject(value)) return this.malformed("an event that is not JSON");
    return this.chunk(frame.event === "error" ? { error: value["error"] ?? value } : value);
  }

  document(value: JsonObject): Deltas {
    if (listIn(value, "choices").length === 0 && !value["error"]) {
      return this.malformed("JSON that is not an answer");
    }
    const events = this.chunk(value);
    if (this.state.status === "open") this.state = { status: "closed" };
    return events;
  }

  finish(): readonly ProviderEvent[] {
    const answer = endOfAnswer({
      reason: this.reason,
      calls: this.collector.calls(),
      usage: this.usage,
      hasText: this.hasText,
      empty: emptyAnswer(this.context),
    });
    // The details carry the reasoning themselves; sending both back would repeat it.
    if (this.opaque.details.length > 0) delete this.opaque.field;
    const signature = writeOpaque(this.opaque);
    if (!this.hasReasoning && signature === undefined) return answer;
    return [{ type: "reasoning_end", ...(signature !== undefined && { signature }) }, ...answer];
  }

  private chunk(value: JsonObject): Deltas {
    if (value["error"]) return this.fail(failureOf(remoteErrorIn(value), this.context));
    this.usage = usageOf(objectIn(value, "usage")) ?? this.usage;
    this.billed_usd = billedIn(objectIn(value, "usage")) ?? this.billed_usd;
    const choice = listIn(value, "choices")[0];
    // One choice was asked for, and after its end only its usage counts.
    if (!isObject(choice) || Number(choice["index"] ?? 0) > 0 || this.state.status !== "open") return NOTHING;
    if (choice["error"]) return this.fail(failureOf(remoteErrorIn(choice), this.context));
    const events = this.deltasOf(objectIn(choice, "delta") ?? objectIn(choice, "message") ?? {});
    const reason = textIn(choice, "finish_reason");
    if (reason !== "") this.ended(reason);
    return events;
  }

  private deltasOf(delta: JsonObject): Deltas {
    const reasoning = this.reasoningOf(delta);
    const calls = delta["tool_calls"];
    if (Array.isArray(calls)) this.collector.add(calls.filter(isObject));
    const refusal = textIn(delta, "refusal");
    if (refusal !== "") this.reason = "refusal";
    const text = textOfDelta(delta) + refusal;
    if (text === "" && reasoning === "") return NOTHING;
    if (reasoning === "") {
      this.hasText = true;
      return [{ type: "text", delta: text }];
    }
    this.hasText ||= text !== "";
    const thought: ProviderDelta = { type: "reasoning", delta: reasoning };
    return text === "" ? [thought] : [thought, { type: "text", delta: text }];
  }

  private reasoningOf(delta: JsonObject): string {
    for (const piece of listIn(delta, "reasoning_details")) {
      if (isObject(piece)) mergeDetail(this.opaque.details, piece);
    }
    for (const field of REASONING_FIELDS) {
      const text = textIn(delta, field);
      if (text === "") continue;
      this.opaque.field = field;
      this.hasReasoning = true;
      return text;
    }
    return "";
  }

  private ended(finishReason: string): void {
    if (finishReason === "error") {
      this.fail(failureOf({ codes: ["server_error"], message: "" }, this.context));
      return;
    }
    if (this.reason !== "refusal") this.reason = REASONS[finishReason.toLowerCase()] ?? "other";
    this.state = { status: "answered" };
  }

  private malformed(what: string): Deltas {
    return this.fail(failuresFor(this.context).malformed(what));
  }

  private fail(failure: ModelFailure): Deltas {
    this.state = { status: "failed", failure };
    return NOTHING;
  }
}

/** Some servers send the text as a list of parts. */
function textOfDelta(delta: JsonObject): string {
  const { content } = delta;
  if (typeof content === "string") return content;
  return listIn(delta, "content")
    .map((part) => (isObject(part) ? textIn(part, "text") : ""))
    .join("");
}

/** The API counts cached tokens among the prompt's; `Usage` counts them apart. */
function usageOf(given: JsonObject | undefined): Usage | undefined {
  const prompt = countIn(given, "prompt_tokens");
  const output = countIn(given, "completion_tokens");
  if (!given || (prompt === undefined && output === undefined)) return undefined;
  const details = objectIn(given, "prompt_tokens_details");
  const read = countIn(details, "cached_tokens") ?? countIn(given, "prompt_cache_hit_tokens") ?? 0;
  const written = countIn(details, "cache_write_tokens") ?? 0;
  return {
    input_tokens: Math.max(0, (prompt ?? 0) - read - written),
    output_tokens: output ?? 0,
    cache_read_tokens: read,
    cache_write_tokens: written,
  };
}
