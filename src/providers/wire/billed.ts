/** What a provider itself says that a call cost, in US dollars: each in its own words. */
import type { JsonObject } from "./json.ts";
import { countIn, objectIn } from "./json.ts";

/** xAI counts in ticks. */
const TICKS_A_DOLLAR = 10_000_000_000;

/** From the usage of an answer. Undefined where it says nothing of money that can be read. */
export function billedIn(usage: JsonObject | undefined): number | undefined {
  if (!usage) return undefined;
  const ticks = countIn(usage, "cost_in_usd_ticks");
  if (ticks !== undefined) return ticks / TICKS_A_DOLLAR;
  const cost = countIn(usage, "cost");
  if (cost !== undefined) return cost + upstreamOf(usage);
  return totalOf(objectIn(usage, "cost")) ?? countIn(usage, "estimated_cost");
}

/** Of Perplexity: a breakdown, which names its currency over the Responses API. */
function totalOf(cost: JsonObject | undefined): number | undefined {
  const currency = cost?.["currency"] ?? "USD";
  return currency === "USD" ? countIn(cost, "total_cost") : undefined;
}

/** Of OpenRouter: with a key of one's own, `cost` is its fee alone, and the model's own provider bills the rest. */
function upstreamOf(usage: JsonObject): number {
  if (usage["is_byok"] !== true) return 0;
  return countIn(objectIn(usage, "cost_details"), "upstream_inference_cost") ?? 0;
}
