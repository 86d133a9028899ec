/** Decodes the Responses API's stream of items into neutral events. */
import type { FinishReason, ModelFailure } from "../../../agent/ports/model.ts";
import type { Usage } from "../../../domain/message.ts";
import { NO_USAGE } from "../../../domain/message.ts";
import type { ServerSentEvent } from "../../../platform/event-stream.ts";
import { parseJson } from "../../../platform/json.ts";
import { fileOf } from "../../answer/files.ts";
import { Sources } from "../../answer/sources.ts";
import type { FailureContext } from "../../failures.ts";
import { emptyAnswer, failureOf, failuresFor } from "../../failures.ts";
import type { ProviderDelta, ProviderEvent } from "../../provider.ts";
import { isError, remoteErrorIn } from "../../remote-error.ts";
import type { CollectedCall } from "../../wire/answer.ts";
import { endOfAnswer } from "../../wire/answer.ts";
import { billedIn } from "../../wire/billed.ts";
import type { JsonObject } from "../../wire/json.ts";
import { isObject, listIn, objectIn, textIn } from "../../wire/json.ts";
import type { WireDecoder, WireState } from "../../wire/wire-call.ts";
import { readUsage } from "../usage.ts";
import { writeSealed } from "./encode.ts";

type Deltas = readonly ProviderDelta[];

const NOTHING: Deltas = [];

export class ResponsesDecoder implements WireDecoder {
  state: WireState = { status: "open" };
  usage: Usage = NO_USAGE;
  billed_usd: number | undefined;
  private readonly context: FailureContext;
  private readonly createCallId: () => string;
  private readonly calls = new Map<unknown, CollectedCall>();
  private reason: FinishReason = "stop";
  private readonly sources = new Sources();
  private hasText = false;
  hasRead = false;
  private summaries = 0;

  constructor(context: FailureContext, createCallId: () => string) {
    this.context = context;
    this.createCallId = createCallId;
  }

  get hasCalls(): boolean {
    return this.calls.size > 0;
  }

  frame(frame: ServerSentEvent): Deltas {
    if (frame.data === "[DONE]") return NOTHING;
    const value = parseJson(frame.data);
    this.hasRead ||= isObject(value);
    if (isObject(value)) return this.event(value);
    // A frame that carries nothing is a sign of life, and one that cannot be read is passed over.
    return frame.event === "error" ? this.event({ type: "error", error: frame.data }) : NOTHING;
  }

  document(value: JsonObject): Deltas {
    if (isError(value)) return this.fail(failureOf(remoteErrorIn(value), this.context));
    if (value["object"] !== "response") return this.malformed("JSON that is not an answer");
    const items = listIn(value, "output").filter(isObject);
    const events = items.flatMap((item, index) => [...this.contentOf(item), ...this.itemDone(index, item)]);
    this.ended(value);
    return events;
  }

  finish(): readonly ProviderEvent[] {
    return endOfAnswer({
      reason: this.reason,
      calls: [...this.calls.values()],
      usage: this.usage,
      hasText: this.hasText,
      empty: emptyAnswer(this.context),
    });
  }

  private event(value: JsonObject): Deltas {
    switch (value["type"]) {
      case "response.output_text.delta":
        return this.says("text", textIn(value, "delta"));
      case "response.refusal.delta":
        this.reason = "refusal";
        return this.says("text", textIn(value, "delta"));
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        return this.says("reasoning", textIn(value, "delta"));
      case "response.reasoning_summary_part.added":
        this.summaries += 1;
        return this.summaries > 1 ? this.says("reasoning", "\n\n") : NOTHING;
      case "response.function_call_arguments.delta":
        this.calls.get(value["output_index"])?.pieces.push(textIn(value, "delta"));
        return NOTHING;
      case "response.output_item.added":
        this.itemAdded(value["output_index"], objectIn(value, "item") ?? {});
        return NOTHING;
      case "response.output_item.done":
        return this.itemDone(value["output_index"], objectIn(value, "item") ?? {});
      case "response.output_text.annotation.added":
        return this.sources.in({ annotations: [value["annotation"]] });
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        this.ended(objectIn(value, "response") ?? {});
        return NOTHING;
      case "error":
        return this.fail(failureOf(remoteErrorIn(value), this.context));
      default:
        // The API adds event types; unknown ones carry nothing that we show.
        return isError(value) ? this.fail(failureOf(remoteErrorIn(value), this.context)) : NOTHING;
    }
  }

  private itemAdded(index: unknown, item: JsonObject): void {
    if (item["type"] !== "function_call") return;
    this.calls.set(index, {
      call_id: textIn(item, "call_id") || this.createCallId(),
      name: textIn(item, "name"),
      pieces: [],
      complete: false,
    });
  }

  private itemDone(index: unknown, item: JsonObject): Deltas {
    if (item["type"] === "reasoning") return [this.reasoningDelta(item)];
    if (item["type"] === "image_generation_call") return this.filesOf(item);
    if (item["type"] !== "function_call") return NOTHING;
    if (!this.calls.has(index)) this.itemAdded(index, item);
    const call = this.calls.get(index);
    if (!call) return NOTHING;
    // The full text is authoritative and replaces the pieces streamed before it.
    if (typeof item["arguments"] === "string") call.pieces = [item["arguments"]];
    call.complete = item["status"] !== "incomplete";
    return NOTHING;
  }

  private filesOf(item: JsonObject): Deltas {
    const files = fileOf(item);
    this.hasText ||= files.length > 0;
    return files;
  }

  private reasoningDelta(item: JsonObject): ProviderDelta {
    const sealed = { id: textIn(item, "id"), encrypted_content: textIn(item, "encrypted_content") };
    const isSealed = sealed.id !== "" && sealed.encrypted_content !== "";
    return { type: "reasoning_end", ...(isSealed && { signature: writeSealed(sealed) }) };
  }

  /** Content of an answer that was not streamed, as the deltas would have brought it. */
  private contentOf(item: JsonObject): Deltas {
    const parts = [...listIn(item, "summary"), ...listIn(item, "content")].filter(isObject);
    return parts.flatMap((part) => {
      if (part["type"] === "summary_text" || part["type"] === "reasoning_text")
        return this.says("reasoning", textIn(part, "text"));
      if (part["type"] === "refusal") this.reason = "refusal";
      return [
        ...this.says("text", textIn(part, "text") || textIn(part, "refusal")),
        ...this.sources.in(part),
      ];
    });
  }

  private says(type: "text" | "reasoning", delta: string): Deltas {
    if (delta === "") return NOTHING;
    if (type === "text") this.hasText = true;
    return [{ type, delta }];
  }

  private ended(response: JsonObject): void {
    this.usage = readUsage(objectIn(response, "usage") ?? {}) ?? this.usage;
    this.billed_usd = billedIn(objectIn(response, "usage"));
    if (response["status"] === "failed") {
      this.fail(failureOf(remoteErrorIn(response), this.context));
      return;
    }
    const why = textIn(objectIn(response, "incomplete_details") ?? {}, "reason");
    if (why === "content_filter") this.reason = "content_filter";
    else if (why === "max_output_tokens") this.reason = "length";
    else if (why !== "") this.reason = "other";
    this.state = { status: "closed" };
  }

  private malformed(what: string): Deltas {
    return this.fail(failuresFor(this.context).malformed(what));
  }

  private fail(failure: ModelFailure): Deltas {
    this.state = { status: "failed", failure };
    return NOTHING;
  }
}
