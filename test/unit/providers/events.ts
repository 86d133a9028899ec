/** What a provider says, as short as tests need it. */
import type { ModelFailureKind } from "../../../src/agent/ports/model.ts";
import type { ProviderEvent } from "../../../src/providers/provider.ts";

export const USAGE = { input_tokens: 100, output_tokens: 10, cache_read_tokens: 0, cache_write_tokens: 0 };
export const NONE = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };
export const PRICE = [{ input: 1, output: 10 }];

export function text(delta: string): ProviderEvent {
  return { type: "text", delta };
}

export function finish(): ProviderEvent {
  return { type: "finish", reason: "stop", usage: USAGE };
}

export function fail(kind: ModelFailureKind, retry_after_ms?: number): ProviderEvent {
  const failure = {
    kind,
    retryable: true,
    reason: `It failed: ${kind}.`,
    ...(retry_after_ms !== undefined && { retry_after_ms }),
  };
  return { type: "failed", failure, usage: NONE };
}
