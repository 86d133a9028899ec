/** A small, deterministic, rule-based responder that shows the whole system without a key. */
import type { ModelRequest } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import type { Clock, Provider, ProviderEvent } from "../provider.ts";

interface OfflineOptions {
  clock: Clock;
  createCallId: () => string;
  /** Between two words, in ms: a pace at which people can read along and stop it. */
  pace_ms?: number | undefined;
}

const PACE_MS = 12;
const STOPPED = { kind: "aborted", retryable: false, reason: "The call was stopped." } as const;

export function createOffline({ clock, createCallId, pace_ms = PACE_MS }: OfflineOptions): Provider {
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    // Loaded with its first answer: where a key is set, nobody asks it.
    const { answerOf } = await import("./answer.ts");
    const answer = answerOf(request, clock.now());
    const usage = estimated(request, answer.type === "text" ? answer.text : JSON.stringify(answer.calls));
    if (answer.type === "calls" && !signal.aborted) {
      for (const { name, input } of answer.calls) {
        yield { type: "tool_call", call_id: createCallId(), name, input: { ok: true, value: input } };
      }
      return yield { type: "finish", reason: "tool_calls", usage };
    }
    for (const word of answer.type === "text" ? answer.text.split(/(?<=\s)(?=\S)/) : []) {
      if (signal.aborted) break;
      yield { type: "text", delta: word };
      await pause(clock, pace_ms, signal);
    }
    yield signal.aborted
      ? { type: "failed", failure: STOPPED, usage }
      : { type: "finish", reason: "stop", usage };
  }
  return { stream: ({ request }, signal) => stream(request, signal) };
}

/** Resolves early when the signal aborts. */
function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener("abort", done);
      cancel();
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal.addEventListener("abort", done, { once: true });
  });
}

/** Estimated usage: four characters count as one token, so that the counters have something to show. */
function estimated({ system, messages }: ModelRequest, answer: string): Usage {
  const characters = JSON.stringify([system, messages]).length;
  return {
    input_tokens: Math.ceil(characters / 4),
    output_tokens: Math.ceil(answer.length / 4),
    cache_read_tokens: 0,
    cache_write_tokens: 0,
  };
}
