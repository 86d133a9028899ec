/** Decodes the events of a realtime session into neutral ones. */
import type { FinishReason, ModelFailure, ModelRequest } from "../../../agent/ports/model.ts";
import type { Usage } from "../../../domain/message.ts";
import { NO_USAGE } from "../../../domain/message.ts";
import type { ServerSentEvent } from "../../../platform/event-stream.ts";
import { parseJson } from "../../../platform/json.ts";
import { completedUsage } from "../../answer/estimated-usage.ts";
import type { FailureContext } from "../../failures.ts";
import { emptyAnswer, failureOf, failuresFor } from "../../failures.ts";
import type { ProviderDelta, ProviderEvent } from "../../provider.ts";
import { remoteErrorIn } from "../../remote-error.ts";
import type { TokensApart } from "../../tokens-apart.ts";
import type { CollectedCall } from "../../wire/answer.ts";
import { endOfAnswer } from "../../wire/answer.ts";
import type { JsonObject } from "../../wire/json.ts";
import { isObject, listIn, objectIn, textIn } from "../../wire/json.ts";
import type { WireDecoder, WireState } from "../../wire/wire-call.ts";
import { type ResponseUsage, usageOf } from "./usage.ts";

type Deltas = readonly ProviderDelta[];

const NOTHING: Deltas = [];

/** A token of sound is 50 ms: 1,200 samples of two bytes, which base64 spells with four signs for three bytes. */
const SIGNS_A_TOKEN = 3_200;
const CHARACTERS_A_TOKEN = 4;

export class RealtimeDecoder implements WireDecoder {
  state: WireState = { status: "open" };
  hasRead = false;
  private readonly context: FailureContext;
  private readonly request: ModelRequest;
  private readonly createCallId: () => string;
  private readonly calls = new Map<unknown, CollectedCall>();
  private reason: FinishReason = "stop";
  private spent: ResponseUsage | undefined;
  private characters = 0;
  private signs = 0;

  constructor(context: FailureContext, request: ModelRequest, createCallId: () => string) {
    this.context = context;
    this.request = request;
    this.createCallId = createCallId;
  }

  get hasCalls(): boolean {
    return this.calls.size > 0;
  }

  /** An answer that is stopped is paid for, and sound is dear: until the provider has counted, this is an estimate. */
  get usage(): Usage {
    if (this.spent) return this.spent.usage;
    if (this.signs + this.characters === 0) return NO_USAGE;
    const output = this.audioTokens + Math.ceil(this.characters / CHARACTERS_A_TOKEN);
    return completedUsage({ ...NO_USAGE, output_tokens: output }, this.request, output) ?? NO_USAGE;
  }

  get apart(): TokensApart {
    return this.spent?.apart ?? { audio_output: this.audioTokens };
  }

  frame({ data }: ServerSentEvent): Deltas {
    const value = parseJson(data);
    this.hasRead ||= isObject(value);
    return isObject(value) ? this.event(value) : NOTHING;
  }

  /** A session answers by events alone. */
  document(): Deltas {
    return this.fail(failuresFor(this.context).malformed("JSON that is not an answer"));
  }

  finish(): readonly ProviderEvent[] {
    return endOfAnswer({
      reason: this.reason,
      calls: [...this.calls.values()],
      usage: this.usage,
      hasText: this.characters > 0,
      empty: emptyAnswer(this.context),
    });
  }

  private get audioTokens(): number {
    return Math.ceil(this.signs / SIGNS_A_TOKEN);
  }

  private event(value: JsonObject): Deltas {
    switch (value["type"]) {
      case "response.created":
        return this.request.speech ? [{ type: "speech", pcm: "" }] : NOTHING;
      case "response.output_text.delta":
      case "response.output_audio_transcript.delta":
        return this.says(textIn(value, "delta"));
      case "response.output_audio.delta":
        return this.sounds(textIn(value, "delta"));
      case "response.function_call_arguments.delta":
        this.calls.get(value["output_index"])?.pieces.push(textIn(value, "delta"));
        return NOTHING;
      case "response.output_item.added":
        return this.itemAdded(value["output_index"], objectIn(value, "item") ?? {});
      case "response.function_call_arguments.done":
        this.callDone(value["output_index"], { ...value, status: "completed" });
        return NOTHING;
      case "response.output_item.done":
        return this.itemDone(value["output_index"], objectIn(value, "item") ?? {});
      case "response.done":
        return this.ended(objectIn(value, "response") ?? {});
      case "error":
        return this.fail(failureOf(remoteErrorIn(value), this.context));
      default:
        return NOTHING;
    }
  }

  private says(delta: string): Deltas {
    if (delta === "") return NOTHING;
    this.characters += delta.length;
    return [{ type: "text", delta }];
  }

  private sounds(pcm: string): Deltas {
    if (pcm === "") return NOTHING;
    this.signs += pcm.length;
    return [{ type: "speech", pcm }];
  }

  /** A second message of one answer is a paragraph of its own. */
  private itemAdded(index: unknown, item: JsonObject): Deltas {
    if (item["type"] === "message") return this.characters > 0 ? this.says("\n\n") : NOTHING;
    if (item["type"] !== "function_call" || this.calls.has(index)) return NOTHING;
    this.calls.set(index, {
      call_id: textIn(item, "call_id") || this.createCallId(),
      name: textIn(item, "name"),
      pieces: [],
      complete: false,
    });
    return NOTHING;
  }

  private itemDone(index: unknown, item: JsonObject): Deltas {
    if (item["type"] === "function_call") this.callDone(index, item);
    return NOTHING;
  }

  /** The full text is authoritative and replaces the pieces streamed before it. */
  private callDone(index: unknown, item: JsonObject): void {
    this.itemAdded(index, { ...item, type: "function_call" });
    const call = this.calls.get(index);
    if (!call) return;
    call.name ||= textIn(item, "name");
    if (typeof item["arguments"] === "string") call.pieces = [item["arguments"]];
    call.complete = item["status"] !== "incomplete";
  }

  private ended(response: JsonObject): Deltas {
    this.spent = usageOf(response);
    const details = objectIn(response, "status_details") ?? {};
    const why = textIn(details, "reason");
    if (response["status"] === "failed") return this.fail(failureOf(remoteErrorIn(details), this.context));
    if (response["status"] === "cancelled") return this.fail(failuresFor(this.context).cut());
    if (response["status"] === "incomplete") this.reason = INCOMPLETE[why] ?? "other";
    const shown = this.characters > 0 ? NOTHING : this.says(wordsOf(response));
    this.state = { status: "closed" };
    return shown;
  }

  private fail(failure: ModelFailure): Deltas {
    this.state = { status: "failed", failure };
    return NOTHING;
  }
}

const INCOMPLETE: { [why: string]: FinishReason } = {
  max_output_tokens: "length",
  content_filter: "content_filter",
};

/** Words that came in no delta. */
function wordsOf(response: JsonObject): string {
  const messages = listIn(response, "output").filter((item) => isObject(item) && item["type"] === "message");
  return messages
    .filter(isObject)
    .flatMap((item) => listIn(item, "content").filter(isObject))
    .map((part) => textIn(part, "transcript") || textIn(part, "text"))
    .join("\n\n");
}
