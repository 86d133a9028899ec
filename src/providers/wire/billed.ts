/** Reads the cost that a provider itself reports for a call, in US dollars. Each has its own format. */
import type { JsonObject } from "./json.ts";
import { countIn, objectIn } from "./json.ts";

/** xAI counts in ticks. */
const TICKS_A_DOLLAR = 10_000_000_000;

/** From the usage of an answer. Undefined when it has no cost that can be read. */
export function billedIn(usage: JsonObject | undefined): number | undefined {
  if (!usage) return undefined;
  const ticks = countIn(usage, "cost_in_usd_ticks");
  if (ticks !== undefined) return ticks / TICKS_A_DOLLAR;
  const cost = countIn(usage, "cost");
  if (cost !== undefined) return cost + upstreamOf(usage);
  return totalOf(objectIn(usage, "cost")) ?? countIn(usage, "estimated_cost");
}

/** Perplexity reports a breakdown, which names its currency over the Responses API. */
function totalOf(cost: JsonObject | undefined): number | undefined {
  const currency = cost?.["currency"] ?? "USD";
  return currency === "USD" ? countIn(cost, "total_cost") : undefined;
}

/**
 * OpenRouter: with a customer's own provider key, `cost` is only its fee, and the model's provider bills the rest.
 */
function upstreamOf(usage: JsonObject): number {
  if (usage["is_byok"] !== true) return 0;
  return countIn(objectIn(usage, "cost_details"), "upstream_inference_cost") ?? 0;
}
