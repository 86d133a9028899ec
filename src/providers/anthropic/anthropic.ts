/** Claude over Anthropic's own API. */
import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import { Messages } from "@anthropic-ai/sdk/resources/messages";
import type { Load } from "../../platform/load.ts";
import { failureContextOf, failuresFor } from "../failures.ts";
import type { Clock, Provider } from "../provider.ts";
import { cachedClients } from "../wire/clients.ts";
import { runWire } from "../wire/run-wire.ts";
import { AnthropicDecoder } from "./decode.ts";
import { encodeRequest } from "./encode.ts";

export interface AnthropicOptions {
  clock: Clock;
  load: Load;
  fetch: typeof fetch;
  createCallId: () => string;
}

export function createAnthropic({ clock, load, fetch, createCallId }: AnthropicOptions): Provider {
  const clientFor = cachedClients((key, base_url) => createClient(key, base_url, fetch));
  return {
    stream(call, signal) {
      const context = failureContextOf(call, clock);
      const params = encodeRequest(call);
      return runWire({
        open: (attempt) =>
          clientFor(call.key, call.base_url).create(params, { signal: attempt }).asResponse(),
        decoder: new AnthropicDecoder(context, createCallId),
        failures: failuresFor(context),
        limits: call.limits,
        clock,
        load,
        signal,
      });
    },
  };
}

/**
 * Messages alone: the SDK's whole client brings all its resources along, a third of a megabyte. It reads the environment
 * for what it is not given: nothing is left to it.
 */
function createClient(key: string, base_url: string | undefined, fetch: typeof globalThis.fetch): Messages {
  const client = new BaseAnthropic({
    apiKey: key || "none",
    baseURL: (base_url ?? "https://api.anthropic.com").replace(/\/v1$/, ""),
    maxRetries: 0,
    timeout: 3_600_000,
    fetch,
    logLevel: "off",
    openTelemetry: false,
    webhookKey: null,
  });
  return new Messages(client);
}
