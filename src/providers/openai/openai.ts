/** OpenAI and all servers that speak its chat completions: OpenRouter, Google, Ollama, self-hosted ones. */
import type { Load } from "../../platform/load.ts";
import { failureContextOf, failuresFor } from "../failures.ts";
import type { Clock, Provider, ProviderCall, ProviderEvent } from "../provider.ts";
import type { Ask } from "../wire/ask.ts";
import { cachedClients } from "../wire/clients.ts";
import { runWire } from "../wire/run-wire.ts";
import { chatBody } from "./chat-body.ts";
import { createClient } from "./client.ts";
import { ChatDecoder } from "./decode.ts";
import { isAtHome } from "./encode.ts";
import { ResponsesDecoder } from "./responses/decode.ts";
import { encodeResponses } from "./responses/encode.ts";

interface OpenAiOptions {
  clock: Clock;
  load: Load;
  fetch: typeof fetch;
  createCallId: () => string;
}

type Stream = (call: ProviderCall, signal: AbortSignal) => AsyncIterable<ProviderEvent>;

export function createOpenAi(options: OpenAiOptions): Provider {
  const clientFor = cachedClients((key, base_url) => createClient(key, base_url, options.fetch));
  const clientOf = (call: ProviderCall) => clientFor(call.key, call.base_url ?? call.provider.base_url);
  const chat = chatOver(clientOf, options);
  const responses = responsesOver(clientOf, options);
  return {
    stream: (call, signal) =>
      call.provider.responses_api && isAtHome(call) ? responses(call, signal) : chat(call, signal),
  };
}

function chatOver(
  clientOf: (call: ProviderCall) => Ask,
  { clock, load, createCallId }: OpenAiOptions,
): Stream {
  return (call, signal) => {
    const context = failureContextOf(call, clock);
    const body = chatBody(call);
    return runWire({
      open: (attempt) => clientOf(call)("/chat/completions", body, attempt),
      decoder: new ChatDecoder(context, createCallId),
      failures: failuresFor(context),
      limits: call.limits,
      clock,
      load,
      signal,
    });
  };
}

/** The Responses API: OpenAI's newer models think and call tools in one answer only there. */
function responsesOver(
  clientOf: (call: ProviderCall) => Ask,
  { clock, load, createCallId }: OpenAiOptions,
): Stream {
  return (call, signal) => {
    const context = failureContextOf(call, clock);
    const body = JSON.stringify(encodeResponses(call));
    return runWire({
      open: (attempt) => clientOf(call)("/responses", body, attempt),
      decoder: new ResponsesDecoder(context, createCallId),
      failures: failuresFor(context),
      limits: call.limits,
      clock,
      load,
      signal,
    });
  };
}
