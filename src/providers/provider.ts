/** Contract of a wire adapter: one call of one model with one account. Failover and prices are above it. */
import type {
  FinishReason,
  ModelEvent,
  ModelFailure,
  ModelRequest,
  ModelTerminal,
} from "../agent/ports/model.ts";
import type { Usage } from "../domain/message.ts";
import type { ModelEntry, ProviderEntry } from "./catalog/schema.ts";
import type { TokensApart } from "./tokens-apart.ts";

/** Injected time. `after` calls back once, unless the function that it returns is called first. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  after(ms: number, act: () => void): () => void;
}

export interface CallLimits {
  /** Longest silence before the first byte of the answer, in ms. */
  first_byte_ms: number;
  /** Longest silence between two chunks, in ms. */
  stall_ms: number;
}

export type CacheLifetime = "5m" | "1h";

export interface ProviderCall {
  request: ModelRequest;
  provider: ProviderEntry;
  model: ModelEntry;
  /** Empty where the provider needs none. */
  key: string;
  /** Absolute, without a trailing slash; the provider's own when undefined. */
  base_url: string | undefined;
  /** Key and address were typed into the app: failures name its page, and no setting. */
  is_typed?: boolean;
  limits: CallLimits;
  cache_lifetime: CacheLifetime;
}

export type ProviderTerminal =
  | ({ type: "finish"; reason: FinishReason; why?: string } & Bill)
  | ({ type: "failed"; failure: ModelFailure } & Bill);

interface Bill {
  usage: Usage;
  /**
   * Part of the tokens written to the cache that is kept for an hour; undefined: all are kept for the configured
   * lifetime.
   */
  written_for_an_hour?: number;
  /** Parts of `usage` with prices of their own. */
  apart?: TokensApart;
  /** US dollars; set when the provider itself reports the cost. */
  billed_usd?: number;
}

export type ProviderDelta = Exclude<ModelEvent, ModelTerminal | { type: "restart" }>;

export type ProviderEvent = ProviderDelta | ProviderTerminal;

/**
 * `stream` never throws and ends with exactly one terminal event. A tool call comes only right before a `finish`: a
 * call whose stream was cut is never seen.
 */
export interface Provider {
  stream(call: ProviderCall, signal: AbortSignal): AsyncIterable<ProviderEvent>;
}
