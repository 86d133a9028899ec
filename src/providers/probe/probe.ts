/**
 * A tiny call with one account, without failover: whether its key works, and the provider's own words where it does
 * not.
 */
import type { ModelRequest } from "../../agent/ports/model.ts";
import { NO_USAGE, type Usage } from "../../domain/message.ts";
import type { Target } from "../failover/targets.ts";
import { failureContextOf } from "../failures.ts";
import { costOf } from "../prices.ts";
import type { CacheLifetime, CallLimits, Clock, Provider, ProviderCall } from "../provider.ts";
import { type ProbeProblem, problemOf } from "./problem.ts";
import { type ReachabilityResult, reachable } from "./reachable.ts";

export type ProbeResult = Bill &
  (
    | { ok: true; model: string; text: string }
    | { ok: false; model: string; problem: ProbeProblem; reason: string }
  );

/** The call's bill, for the ledger. */
interface Bill {
  usage: Usage;
  /** US dollars; null when the price is unknown. */
  cost_usd: number | null;
}

export interface ProbeDeps {
  providerFor(target: Target): Provider;
  clock: Clock;
  fetch: typeof fetch;
  cache_lifetime: CacheLifetime;
}

const PATIENCE_MS = 30_000;
/** Leaves room for thinking: some models think before their first word. */
const MOST_TOKENS = 512;
const LONGEST_TEXT = 200;
const LIMITS: CallLimits = { first_byte_ms: PATIENCE_MS, stall_ms: PATIENCE_MS };

/** Never throws. */
export async function tryAccount(target: Target, deps: ProbeDeps): Promise<ProbeResult> {
  const model = target.model.id;
  let text = "";
  let usage = NO_USAGE;
  let billed_usd: number | undefined;
  const bill = () => ({ usage, cost_usd: billed_usd ?? costOf(usage, billing) });
  const billing = { model: target.model, at: deps.clock.now(), cache_lifetime: deps.cache_lifetime };
  const call = callOf(target, deps);
  for await (const event of deps.providerFor(target).stream(call, AbortSignal.timeout(PATIENCE_MS))) {
    if (event.type === "text") text += event.delta;
    if (event.type === "finish" || event.type === "failed") ({ usage, billed_usd } = event);
    if (event.type === "failed")
      return { ok: false, model, problem: problemOf(event.failure), reason: event.failure.reason, ...bill() };
  }
  return { ok: true, model, text: text.trim().slice(0, LONGEST_TEXT), ...bill() };
}

/** Never throws. */
export function modelsOf(target: Target, { clock, fetch, ...deps }: ProbeDeps): Promise<ReachabilityResult> {
  const call = callOf(target, { clock, fetch, ...deps });
  const context = failureContextOf(call, clock);
  if (target.base_url === undefined)
    return Promise.resolve({
      ok: false,
      problem: "other",
      reason: `${target.provider.label} has no list of models to ask for.`,
    });
  return reachable({ key: call.key, base_url: target.base_url, context, fetch });
}

function callOf({ provider, model, account, base_url }: Target, { cache_lifetime }: ProbeDeps): ProviderCall {
  const request: ModelRequest = {
    model: model.id,
    system: [],
    messages: [{ role: "user", content: [{ type: "text", text: "Say hello in one short sentence." }] }],
    tools: [],
    max_output_tokens: Math.min(MOST_TOKENS, model.max_output_tokens),
    history_length: 0,
  };
  return {
    request,
    provider,
    model,
    key: account.key,
    is_typed: !account.from_settings,
    base_url,
    limits: LIMITS,
    cache_lifetime,
  };
}
