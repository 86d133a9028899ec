/** Models that run on the Cloudflare account itself: once deployed, they need no key. */
import type { ModelFailure } from "../../agent/ports/model.ts";
import type { Load } from "../../platform/load.ts";
import type { FailureContext } from "../failures.ts";
import { failureContextOf, failureOf, failuresFor } from "../failures.ts";
import { ChatDecoder } from "../openai/decode.ts";
import { encodeChat } from "../openai/encode.ts";
import type { Clock, Provider, ProviderCall } from "../provider.ts";
import type { RemoteError } from "../remote-error.ts";
import { runWire } from "../wire/run-wire.ts";
import type { WireFailures } from "../wire/wire-call.ts";
import { WorkersAiDecoder } from "./decode.ts";

/** The part of the AI binding that is used. */
export interface WorkersAi {
  run(model: string, input: { [key: string]: unknown }, options?: { signal?: AbortSignal }): Promise<unknown>;
}

interface WorkersAiOptions {
  ai: WorkersAi;
  clock: Clock;
  load: Load;
  createCallId: () => string;
}

export function createWorkersAi({ ai, clock, load, createCallId }: WorkersAiOptions): Provider {
  return {
    stream(call, signal) {
      const context = failureContextOf(call, clock);
      const input = inputOf(call);
      return runWire({
        open: async (attempt) => responseOf(await ai.run(call.model.wire_id, input, { signal: attempt })),
        decoder: new WorkersAiDecoder(new ChatDecoder(context, createCallId)),
        failures: bindingFailures(context),
        limits: call.limits,
        clock,
        load,
        signal,
      });
    },
  };
}

function inputOf(call: ProviderCall): { [key: string]: unknown } {
  const { model: _named, stream_options: _implied, ...input } = encodeChat(call);
  return input;
}

/** The binding returns bytes, or the whole answer as an object. */
function responseOf(answer: unknown): Response {
  if (answer instanceof Response) return answer;
  if (answer instanceof ReadableStream) {
    return new Response(answer, { headers: { "content-type": "text/event-stream" } });
  }
  return Response.json(answer ?? null);
}

/** The binding throws errors whose text begins with a Workers AI error number. */
function bindingFailures(context: FailureContext): WireFailures {
  return { ...failuresFor(context), request: (error) => bindingFailure(error, context) };
}

function bindingFailure(error: unknown, context: FailureContext): ModelFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (/run remotely|not (?:supported|available) locally/i.test(message)) {
    const reason =
      "Workers AI answers only once Nightjar is deployed. Connect a provider on the Models page, or choose another model.";
    return { kind: "not_configured", retryable: false, reason };
  }
  return failureOf({ message, codes: [], status: statusOf(message) } satisfies RemoteError, context);
}

/** Workers AI's error numbers, as HTTP statuses with the same meaning. */
const STATUSES: { [code: string]: number } = {
  3003: 400,
  3006: 413,
  3007: 408,
  3008: 408,
  3023: 403,
  3036: 429,
  3039: 400,
  3040: 529,
  3041: 403,
  3042: 404,
  5004: 400,
  5005: 400,
  5006: 400,
  5007: 404,
  5016: 403,
  5018: 403,
  5019: 400,
};

function statusOf(message: string): number {
  const known = STATUSES[/\b([3-5]\d{3})\b/.exec(message)?.[1] ?? ""];
  if (known !== undefined) return known;
  if (/capacity/i.test(message)) return 529;
  if (/rate limit/i.test(message)) return 429;
  return /no such model/i.test(message) ? 404 : 500;
}
