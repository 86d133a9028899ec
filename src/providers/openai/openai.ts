/** OpenAI and all servers that speak its chat completions: OpenRouter, Google, Ollama, self-hosted ones. */
import OpenAI from "openai";
import type { ToolSpec } from "../../agent/ports/model.ts";
import type { Load } from "../../platform/load.ts";
import { failureContextOf, failuresFor } from "../failures.ts";
import type { Clock, Provider, ProviderCall, ProviderEvent } from "../provider.ts";
import { type Ask, askOver } from "../wire/ask.ts";
import { cachedClients } from "../wire/clients.ts";
import { Refusals } from "../wire/refusals.ts";
import { runWire } from "../wire/run-wire.ts";
import { ChatDecoder } from "./decode.ts";
import { encodeChat, encodeTools, isAtHome } from "./encode.ts";
import { ResponsesDecoder } from "./responses/decode.ts";
import { encodeResponses } from "./responses/encode.ts";

/** The tools are most of a request and stay the same through a turn: they are serialized once. */
const written = new WeakMap<readonly ToolSpec[], string>();

export function chatBody(call: ProviderCall): string {
  const { tools } = call.request;
  if (tools.length === 0) return JSON.stringify(encodeChat(call));
  const { tools: _written, ...rest } = encodeChat(call);
  return `${JSON.stringify(rest).slice(0, -1)},"tools":${toolsText(tools)}}`;
}

function toolsText(tools: readonly ToolSpec[]): string {
  const text = written.get(tools) ?? JSON.stringify(encodeTools(tools));
  written.set(tools, text);
  return text;
}

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
  const refusals = new Refusals();
  const chat = chatOver(clientOf, options, refusals);
  const responses = responsesOver(clientOf, options, refusals);
  return {
    stream: (call, signal) =>
      call.provider.responses_api && isAtHome(call) ? responses(call, signal) : chat(call, signal),
  };
}

function chatOver(
  clientOf: (call: ProviderCall) => Ask,
  { clock, load, createCallId }: OpenAiOptions,
  refusals: Refusals,
): Stream {
  return (call, signal) => {
    const context = failureContextOf(call, clock);
    return runWire({
      open: (attempt, tell) =>
        refusals.open({
          call,
          encode: encodeChat,
          body: () => chatBody(call),
          send: (body) => clientOf(call)("/chat/completions", body, attempt),
          tell,
        }),
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
  refusals: Refusals,
): Stream {
  return (call, signal) => {
    const context = failureContextOf(call, clock);
    return runWire({
      open: (attempt, tell) =>
        refusals.open({
          call,
          encode: encodeResponses,
          body: () => JSON.stringify(encodeResponses(call)),
          send: (body) => clientOf(call)("/responses", body, attempt),
          tell,
        }),
      decoder: new ResponsesDecoder(context, createCallId),
      failures: failuresFor(context),
      limits: call.limits,
      clock,
      load,
      signal,
    });
  };
}

/** The SDK reads every option that it is not given from the environment, so all are given. */
export function createClient(key: string, base_url: string | undefined, send: typeof fetch): Ask {
  const client = new OpenAI({
    apiKey: key || "none",
    baseURL: base_url ?? "https://api.openai.com/v1",
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: 3_600_000,
    fetch: send,
    logLevel: "off",
  });
  return askOver({ client, send });
}
