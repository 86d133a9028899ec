/** Decodes Anthropic's stream of content blocks into neutral events. */
import type { FinishReason, ModelFailure } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import { NO_USAGE } from "../../domain/message.ts";
import type { ServerSentEvent } from "../../platform/event-stream.ts";
import { parseJson } from "../../platform/json.ts";
import { fileOf } from "../answer/files.ts";
import { Sources } from "../answer/sources.ts";
import type { FailureContext } from "../failures.ts";
import { emptyAnswer, failureOf, failuresFor } from "../failures.ts";
import type { ProviderDelta, ProviderEvent } from "../provider.ts";
import { isError, remoteErrorIn } from "../remote-error.ts";
import type { CollectedCall } from "../wire/answer.ts";
import { endOfAnswer } from "../wire/answer.ts";
import { billedIn } from "../wire/billed.ts";
import type { JsonObject } from "../wire/json.ts";
import { countIn, isObject, listIn, objectIn, textIn } from "../wire/json.ts";
import type { WireDecoder, WireState } from "../wire/wire-call.ts";

interface OpenBlock {
  type: string;
  call?: CollectedCall;
  signature: string;
}

type Deltas = readonly ProviderDelta[];

const REASONS: { [stop: string]: FinishReason } = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool_calls",
  // The API's classifiers stepped in. A model that declines by itself answers in words.
  refusal: "content_filter",
};

const NOTHING: Deltas = [];

export class AnthropicDecoder implements WireDecoder {
  state: WireState = { status: "open" };
  usage: Usage = NO_USAGE;
  billed_usd: number | undefined;
  written_for_an_hour: number | undefined;
  private readonly context: FailureContext;
  private readonly createCallId: () => string;
  private readonly blocks = new Map<unknown, OpenBlock>();
  private readonly calls: CollectedCall[] = [];
  private reason: FinishReason = "other";
  private why: string | undefined;
  private readonly sources = new Sources();
  private hasText = false;
  hasRead = false;

  constructor(context: FailureContext, createCallId: () => string) {
    this.context = context;
    this.createCallId = createCallId;
  }

  get hasCalls(): boolean {
    return this.calls.length > 0;
  }

  frame(frame: ServerSentEvent): Deltas {
    if (frame.event === "ping" || frame.data === "[DONE]") return NOTHING;
    const value = parseJson(frame.data);
    this.hasRead ||= isObject(value);
    if (isObject(value)) return this.event(value);
    // A frame that carries nothing is a sign of life, and one that cannot be read is passed over.
    return frame.event === "error" ? this.event({ type: "error", error: frame.data }) : NOTHING;
  }

  document(value: JsonObject): Deltas {
    if (isError(value)) return this.event({ ...value, type: "error" });
    if (value["type"] !== "message") return this.malformed("JSON that is not an answer");
    const content = listIn(value, "content").filter(isObject);
    const events = content.flatMap((block, index) => [...this.start(index, block), ...this.stop(index)]);
    this.messageDelta({ delta: value, usage: value["usage"] });
    return events;
  }

  finish(): readonly ProviderEvent[] {
    return endOfAnswer({
      reason: this.reason,
      why: this.why,
      calls: this.calls,
      usage: this.usage,
      hasText: this.hasText,
      empty: emptyAnswer(this.context),
    });
  }

  private event(value: JsonObject): Deltas {
    switch (value["type"]) {
      case "content_block_delta":
        return this.delta(value["index"], objectIn(value, "delta") ?? {});
      case "content_block_start":
        return this.start(value["index"], objectIn(value, "content_block") ?? {});
      case "content_block_stop":
        return this.stop(value["index"]);
      case "message_start":
        this.count(objectIn(objectIn(value, "message") ?? {}, "usage"));
        return NOTHING;
      case "message_delta":
        this.messageDelta(value);
        return NOTHING;
      case "message_stop":
        if (this.state.status === "open") this.reason = "stop";
        this.state = { status: "closed" };
        return NOTHING;
      case "error":
        return this.fail(failureOf(remoteErrorIn(value), this.context));
      default:
        // The API adds event types and asks clients to ignore unknown ones.
        return isError(value) ? this.fail(failureOf(remoteErrorIn(value), this.context)) : NOTHING;
    }
  }

  private start(index: unknown, block: JsonObject): Deltas {
    const type = textIn(block, "type");
    const open: OpenBlock = { type, signature: textIn(block, "signature") };
    this.blocks.set(index, open);
    if (type === "tool_use") {
      open.call = startedCall(block, this.createCallId);
      this.calls.push(open.call);
    }
    if (type === "redacted_thinking") return [{ type: "reasoning_end", redacted: textIn(block, "data") }];
    const files = type === "image" || type === "document" ? fileOf(block) : [];
    this.hasText ||= files.length > 0;
    const sources = listIn(block, "citations")
      .filter(isObject)
      .flatMap((given) => this.sources.in({ citations: [given] }));
    return [
      ...this.says("text", textIn(block, "text")),
      ...this.says("reasoning", textIn(block, "thinking")),
      ...files,
      ...sources,
    ];
  }

  private delta(index: unknown, delta: JsonObject): Deltas {
    const block = this.blocks.get(index);
    switch (delta["type"]) {
      case "text_delta":
        return this.says("text", textIn(delta, "text"));
      case "thinking_delta":
        return this.says("reasoning", textIn(delta, "thinking"));
      case "input_json_delta":
        block?.call?.pieces.push(textIn(delta, "partial_json"));
        return NOTHING;
      case "signature_delta":
        if (block) block.signature += textIn(delta, "signature");
        return NOTHING;
      case "citations_delta":
        return this.sources.in({ citations: [delta["citation"]] });
      default:
        return NOTHING;
    }
  }

  private says(type: "text" | "reasoning", text: string): Deltas {
    if (text === "") return NOTHING;
    if (type === "text") this.hasText = true;
    return [{ type, delta: text }];
  }

  private stop(index: unknown): Deltas {
    const block = this.blocks.get(index);
    if (block?.call) block.call.complete = true;
    if (block?.type !== "thinking") return NOTHING;
    return [{ type: "reasoning_end", ...(block.signature !== "" && { signature: block.signature }) }];
  }

  private count(usage: JsonObject | undefined): void {
    this.usage = withUsage(this.usage, usage);
    const written = objectIn(usage ?? {}, "cache_creation");
    this.written_for_an_hour = countIn(written, "ephemeral_1h_input_tokens") ?? this.written_for_an_hour;
  }

  private messageDelta(value: JsonObject): void {
    this.count(objectIn(value, "usage"));
    this.billed_usd = billedIn(objectIn(value, "usage")) ?? this.billed_usd;
    const delta = objectIn(value, "delta") ?? {};
    // `stop_details` comes beside the event's delta as well as in it.
    this.why ??= whyOf(objectIn(delta, "stop_details") ?? objectIn(value, "stop_details"));
    const stopReason = textIn(delta, "stop_reason");
    if (stopReason === "") return;
    this.reason = REASONS[stopReason] ?? "other";
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

function startedCall(block: JsonObject, createCallId: () => string): CollectedCall {
  const input = objectIn(block, "input");
  const given = input && Object.keys(input).length > 0 ? JSON.stringify(input) : "";
  return {
    call_id: textIn(block, "id") || createCallId(),
    name: textIn(block, "name"),
    pieces: given === "" ? [] : [given],
    complete: false,
  };
}

function whyOf(details: JsonObject | undefined): string | undefined {
  return details && (textIn(details, "explanation") || undefined);
}

/** Counts are cumulative: the last one that is present holds. */
function withUsage(usage: Usage, given: JsonObject | undefined): Usage {
  return {
    input_tokens: countIn(given, "input_tokens") ?? usage.input_tokens,
    output_tokens: countIn(given, "output_tokens") ?? usage.output_tokens,
    cache_read_tokens: countIn(given, "cache_read_input_tokens") ?? usage.cache_read_tokens,
    cache_write_tokens: countIn(given, "cache_creation_input_tokens") ?? usage.cache_write_tokens,
  };
}
