/** Claude over Anthropic's own API. */
import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import type { Load } from "../../platform/load.ts";
import { failureContextOf, failuresFor } from "../failures.ts";
import type { Clock, Provider } from "../provider.ts";
import type { Ask } from "../wire/ask.ts";
import { askOver } from "../wire/ask.ts";
import { cachedClients } from "../wire/clients.ts";
import { Refusals } from "../wire/refusals.ts";
import { runWire } from "../wire/run-wire.ts";
import { AnthropicDecoder } from "./decode.ts";
import { encodeRequest } from "./encode.ts";

interface AnthropicOptions {
  clock: Clock;
  load: Load;
  fetch: typeof fetch;
  createCallId: () => string;
}

export function createAnthropic({ clock, load, fetch, createCallId }: AnthropicOptions): Provider {
  const clientFor = cachedClients((key, base_url) => createClient(key, base_url, fetch));
  const refusals = new Refusals();
  return {
    stream(call, signal) {
      const context = failureContextOf(call, clock);
      return runWire({
        open: (attempt, tell) =>
          refusals.open({
            call,
            encode: encodeRequest,
            body: () => JSON.stringify(encodeRequest(call)),
            send: (body) => clientFor(call.key, call.base_url)("/v1/messages", body, attempt),
            tell,
          }),
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
 * The SDK's base client: the full one brings all its resources along, a third of a megabyte. It reads every option
 * that it is not given from the environment, so all are given.
 */
function createClient(key: string, base_url: string | undefined, send: typeof fetch): Ask {
  const client = new BaseAnthropic({
    apiKey: key || "none",
    baseURL: (base_url ?? "https://api.anthropic.com").replace(/\/v1$/, ""),
    maxRetries: 0,
    timeout: 3_600_000,
    fetch: send,
    logLevel: "off",
    openTelemetry: false,
    webhookKey: null,
  });
  return askOver({ client, send });
}
