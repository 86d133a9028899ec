/** Decodes a chat completions stream into neutral events, with the liberties that compatible servers take. */
import type { FinishReason, ModelFailure } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import { NO_USAGE } from "../../domain/message.ts";
import type { ServerSentEvent } from "../../platform/event-stream.ts";
import { parseJson } from "../../platform/json.ts";
import { filesIn } from "../answer/files.ts";
import { Sources } from "../answer/sources.ts";
import { SpokenAnswer } from "../answer/spoken-answer.ts";
import type { FailureContext } from "../failures.ts";
import { emptyAnswer, failureOf, failuresFor } from "../failures.ts";
import type { ProviderDelta, ProviderEvent } from "../provider.ts";
import { isError, remoteErrorIn } from "../remote-error.ts";
import { endOfAnswer } from "../wire/answer.ts";
import { billedIn } from "../wire/billed.ts";
import type { JsonObject } from "../wire/json.ts";
import { isObject, listIn, objectIn, textIn } from "../wire/json.ts";
import type { WireDecoder, WireState } from "../wire/wire-call.ts";
import type { Opaque } from "./opaque.ts";
import { mergeDetail, writeOpaque } from "./opaque.ts";
import type { CallCollector } from "./tool-calls.ts";
import { createCallCollector } from "./tool-calls.ts";
import { readUsage, usageIn } from "./usage.ts";

const REASONS: { [reason: string]: FinishReason } = {
  stop: "stop",
  end_turn: "stop",
  eos: "stop",
  eos_token: "stop",
  stop_sequence: "stop",
  complete: "stop",
  completed: "stop",
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  max_new_tokens: "length",
  model_length: "length",
  model_context_window_exceeded: "length",
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
  sensitive: "content_filter",
};

/** Words that some gateways send with each chunk, and that end nothing. */
const NO_END =
  /^(?:null|none|nil|undefined|(?:finish_reason_)?unspecified|(?:not_|un)finished|in_progress|continue|running)$/i;

/** Ends of a call that failed on the server's side. */
const BROKEN: { [reason: string]: string } = {
  error: "server_error",
  network_error: "server_error",
  abort: "server_error",
  aborted: "server_error",
  timeout: "timeout_error",
  insufficient_system_resource: "overloaded",
};

const REASONING_FIELDS = ["reasoning_content", "reasoning"] as const;
/** Fields of servers that take no thinking back. */
const OTHER_REASONING = ["reasoning_text", "thinking", "thought"];

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
  private readonly sources = new Sources();
  private readonly spoken = new SpokenAnswer();
  private hasText = false;
  private hasReasoning = false;
  hasRead = false;

  constructor(context: FailureContext, createCallId: () => string) {
    this.context = context;
    this.collector = createCallCollector(createCallId);
    this.opaque = { details: [], extras: this.collector.extras };
  }

  get hasCalls(): boolean {
    return this.collector.hasCalls;
  }

  frame(frame: ServerSentEvent): Deltas {
    if (frame.data === "[DONE]") {
      this.state = { status: "closed" };
      return NOTHING;
    }
    const value = parseJson(frame.data);
    this.hasRead ||= isObject(value);
    if (isObject(value))
      return this.chunk(frame.event === "error" ? { error: value["error"] ?? value } : value);
    // A frame that carries nothing is a sign of life, and one that cannot be read is passed over.
    return frame.event === "error" ? this.chunk({ error: frame.data.trim() || "error" }) : NOTHING;
  }

  document(value: JsonObject): Deltas {
    if (listIn(value, "choices").length === 0 && !isError(value)) {
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
      hasText: this.hasText || this.spoken.hasSound,
      empty: emptyAnswer(this.context),
    });
    const made = [...this.spoken.file(), ...answer];
    // The details carry the reasoning themselves; sending both back would repeat it.
    if (this.opaque.details.length > 0) delete this.opaque.field;
    const signature = writeOpaque(this.opaque);
    if (!this.hasReasoning && signature === undefined) return made;
    return [{ type: "reasoning_end", ...(signature !== undefined && { signature }) }, ...made];
  }

  private chunk(value: JsonObject): Deltas {
    if (isError(value)) return this.fail(failureOf(remoteErrorIn(value), this.context));
    this.count(value);
    const choice = listIn(value, "choices")[0];
    if (!isObject(choice)) return this.sources.in(value);
    // The request asks for a single choice.
    if (Number(choice["index"] ?? 0) > 0) return NOTHING;
    if (choice["error"]) return this.fail(failureOf(remoteErrorIn(choice), this.context));
    const said = objectIn(choice, "delta") ?? objectIn(choice, "message") ?? {};
    const events = this.deltasOf(said);
    const reason = textIn(choice, "finish_reason");
    if (reason !== "" && !NO_END.test(reason)) this.ended(reason, events.length > 0);
    else if (events.length > 0 && this.state.status === "answered")
      this.state = { ...this.state, by: "stream" };
    const beside = [...filesIn(said), ...this.sources.in(value, choice, said)];
    this.hasText ||= beside.some(({ type }) => type !== "citation");
    return beside.length === 0 ? events : [...events, ...beside];
  }

  private count(value: JsonObject): void {
    const given = usageIn(value);
    if (!given) return;
    this.usage = readUsage(given) ?? this.usage;
    this.billed_usd = billedIn(given) ?? this.billed_usd;
  }

  private deltasOf(delta: JsonObject): Deltas {
    const reasoning = this.reasoningOf(delta);
    const calls = delta["tool_calls"];
    if (Array.isArray(calls)) this.collector.add(calls.filter(isObject));
    const older = objectIn(delta, "function_call");
    // The form from before there were several calls in an answer.
    if (older) this.collector.add([{ index: 0, function: older }]);
    const refusal = textIn(delta, "refusal");
    if (refusal !== "") this.reason = "refusal";
    const text = textOfDelta(delta) + this.spoken.take(delta) + refusal;
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
    const other =
      OTHER_REASONING.map((field) => textIn(delta, field)).find((text) => text !== "") ?? thoughtIn(delta);
    this.hasReasoning ||= other !== "";
    return other;
  }

  private ended(finishReason: string, hasWords: boolean): void {
    const word = finishReason.toLowerCase();
    const broken = BROKEN[word];
    if (broken !== undefined) {
      this.fail(failureOf({ codes: [broken], message: "" }, this.context));
      return;
    }
    if (this.reason !== "refusal") this.reason = REASONS[word] ?? "other";
    const isAgain = this.state.status === "answered" && hasWords;
    if (isAgain) this.state = { status: "answered", by: "stream" };
    else if (this.state.status === "open")
      this.state = { status: "answered", ...(hasWords && { by: "words" as const }) };
  }

  private malformed(what: string): Deltas {
    return this.fail(failuresFor(this.context).malformed(what));
  }

  private fail(failure: ModelFailure): Deltas {
    this.state = { status: "failed", failure };
    return NOTHING;
  }
}

/** Mistral's models think in parts of the content. */
function thoughtIn(delta: JsonObject): string {
  const parts = listIn(delta, "content").filter(isObject);
  return parts
    .map(
      (part) =>
        textIn(part, "thinking") ||
        listIn(part, "thinking")
          .map((inner) => (isObject(inner) ? textIn(inner, "text") : ""))
          .join(""),
    )
    .join("");
}

/** Some servers send the text as a list of parts. */
function textOfDelta(delta: JsonObject): string {
  const { content } = delta;
  if (typeof content === "string") return content;
  return listIn(delta, "content")
    .map((part) => (isObject(part) ? textIn(part, "text") : ""))
    .join("");
}
