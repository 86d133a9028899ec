/** OpenAI and everything that speaks its chat completions: OpenRouter, Google, Ollama, servers of one's own. */
import OpenAI from "openai";
import { failureContextOf, failuresFor } from "../failures.ts";
import type { Clock, Provider } from "../provider.ts";
import { cachedClients } from "../wire/clients.ts";
import { runWire } from "../wire/run-wire.ts";
import { ChatDecoder } from "./decode.ts";
import { encodeChat } from "./encode.ts";

export interface OpenAiOptions {
  clock: Clock;
  fetch: typeof fetch;
  createCallId: () => string;
}

export function createOpenAi({ clock, fetch, createCallId }: OpenAiOptions): Provider {
  const clientFor = cachedClients((key, base_url) => createClient(key, base_url, fetch));
  return {
    stream(call, signal) {
      const context = failureContextOf(call, clock);
      const params = encodeChat(call);
      return runWire({
        open: (attempt) =>
          clientFor(call.key, call.base_url ?? call.provider.base_url)
            .chat.completions.create(params, { signal: attempt })
            .asResponse(),
        decoder: new ChatDecoder(context, createCallId),
        failures: failuresFor(context),
        limits: call.limits,
        clock,
        signal,
      });
    },
  };
}

/** The SDK reads the environment for what it is not given: nothing is left to it. */
function createClient(key: string, base_url: string | undefined, fetch: typeof globalThis.fetch): OpenAI {
  return new OpenAI({
    apiKey: key || "none",
    baseURL: base_url ?? "https://api.openai.com/v1",
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: 3_600_000,
    fetch,
    logLevel: "off",
  });
}
