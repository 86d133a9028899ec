/** Decodes Workers AI streams: newer models send chat completions, older ones `{response, tool_calls}`. */
import type { ServerSentEvent } from "../../platform/event-stream.ts";
import { parseJson } from "../../platform/json.ts";
import type { ChatDecoder } from "../openai/decode.ts";
import type { ProviderDelta, ProviderEvent } from "../provider.ts";
import type { JsonObject } from "../wire/json.ts";
import { isObject, listIn, textIn } from "../wire/json.ts";
import type { WireDecoder } from "../wire/wire-call.ts";

export class WorkersAiDecoder implements WireDecoder {
  private readonly chat: ChatDecoder;
  private calls = 0;

  constructor(chat: ChatDecoder) {
    this.chat = chat;
  }

  get state() {
    return this.chat.state;
  }

  get hasCalls() {
    return this.chat.hasCalls;
  }

  get hasRead() {
    return this.chat.hasRead;
  }

  get usage() {
    return this.chat.usage;
  }

  get billed_usd() {
    return this.chat.billed_usd;
  }

  frame(frame: ServerSentEvent): readonly ProviderDelta[] {
    const value = frame.data.includes('"choices"') ? undefined : parseJson(frame.data);
    if (!isObject(value) || !isOlderForm(value)) return this.chat.frame(frame);
    return this.chat.frame({ event: frame.event, data: JSON.stringify(this.asChunk(value)) });
  }

  document(value: JsonObject): readonly ProviderDelta[] {
    const inner = isObject(value["result"]) ? value["result"] : value;
    return this.chat.document(isOlderForm(inner) ? this.asChunk(inner) : inner);
  }

  finish(): readonly ProviderEvent[] {
    return this.chat.finish();
  }

  private asChunk(value: JsonObject): JsonObject {
    const calls = listIn(value, "tool_calls").filter(isObject);
    const tool_calls = calls.map((call) => ({
      index: this.calls++,
      id: textIn(call, "id"),
      function: isObject(call["function"]) ? call["function"] : call,
    }));
    const { response } = value;
    // In JSON mode an older model returns the object itself.
    const content = isObject(response) ? JSON.stringify(response) : textIn(value, "response");
    return { choices: [{ delta: { content, tool_calls } }], usage: value["usage"] };
  }
}

function isOlderForm(value: JsonObject): boolean {
  return !("choices" in value) && ("response" in value || "tool_calls" in value);
}
