/** State of one model call while accounts and models are tried for it. */
import type { MediaBlock, ModelFailure, ModelRequest } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import type { AccountStore } from "../accounts.ts";
import type { ProviderEntry } from "../catalog/schema.ts";
import type { ReadDocument } from "../prompt/documents.ts";
import type { RefusedMedia } from "../prompt/refused-media.ts";
import type { CacheLifetime, CallLimits, Clock, Provider } from "../provider.ts";
import type { Bill, VisibleAnswer } from "./attempt.ts";
import type { FailoverCause } from "./notices.ts";
import type { Target, Tries } from "./targets.ts";

export interface FailoverLimits extends CallLimits {
  /** Most provider calls for one model call. */
  max_attempts: number;
  /** Longest wait for an account that cools down, in ms. */
  max_wait_ms: number;
}

export interface FailoverDeps {
  providerFor(provider: ProviderEntry): Provider;
  accounts: AccountStore;
  clock: Clock;
  /** Number in [0, 1): spreads calls that wait for the same account. */
  random(): number;
  limits: FailoverLimits;
  cache_lifetime: CacheLifetime;
  refusedMedia: RefusedMedia;
  /** Ids of models whose answers begin with thinking that has no opening mark; learned. */
  thinksFirst: Set<string>;
  createCallId(): string;
  /** Reads documents for models that cannot. */
  readDocument: ReadDocument;
}

export interface FailoverRun {
  deps: FailoverDeps;
  request: ModelRequest;
  /** The first model of the chain: its id, and its name for people. */
  requested: FailoverCause["requested"];
  targets: readonly Target[];
  signal: AbortSignal;
  tries: Tries;
  visible: VisibleAnswer;
  bill: Bill;
  /** Models in order. The call fails with the first model's last failure. */
  failures: { target: Target; failure: ModelFailure }[];
  /** The request as the last attempt sent it. */
  sentRequest: ModelRequest;
  /** Estimates of attempts that broke after their first words, for the bill of an attempt that succeeds. */
  broken: { usage: Usage; cost_usd: number | null }[];
  /** Files left out per model, since it may have refused the call because of them. */
  withheld: Map<string, readonly MediaBlock[]>;
}
