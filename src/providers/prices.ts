/** Cost of a call, in US dollars. */
import type { Usage } from "../domain/message.ts";
import type { ModelEntry, PriceTier } from "./catalog/schema.ts";
import type { CacheLifetime } from "./provider.ts";
import type { TokensApart } from "./tokens-apart.ts";

interface Billing {
  model: ModelEntry;
  /** ms since the epoch: prices change by date. */
  at: number;
  cache_lifetime: CacheLifetime;
  /** Tokens written to the cache for an hour; undefined: all of them are kept for `cache_lifetime`. */
  written_for_an_hour?: number | undefined;
  apart?: TokensApart | undefined;
}

/** Tokens of sound and pictures, by the name of their price, with the price that holds where they have none. */
const APART = {
  audio_input: (tier: PriceTier) => tier.input,
  audio_cache_read: (tier: PriceTier) => tier.cache_read ?? tier.input,
  audio_output: (tier: PriceTier) => tier.output,
  image_input: (tier: PriceTier) => tier.input,
  image_cache_read: (tier: PriceTier) => tier.cache_read ?? tier.input,
} satisfies { [name in keyof TokensApart]-?: (tier: PriceTier) => number };

type Apart = keyof typeof APART;

const PER_MILLION = 1_000_000;

/** Null when the price is unknown. */
export function costOf(usage: Usage, { model, at, cache_lifetime, ...billing }: Billing): number | null {
  const tier = tierFor(model.prices, promptLength(usage), at);
  if (!tier) return null;
  const { cache_write_tokens: written } = usage;
  const long = billing.written_for_an_hour ?? (cache_lifetime === "1h" ? written : 0);
  const short_price = tier.cache_write_5m ?? tier.input;
  const dollars =
    usage.input_tokens * tier.input +
    usage.output_tokens * tier.output +
    usage.cache_read_tokens * (tier.cache_read ?? tier.input) +
    (written - long) * short_price +
    long * (tier.cache_write_1h ?? short_price) +
    surcharge(billing.apart ?? {}, tier);
  return dollars / PER_MILLION;
}

function surcharge(apart: TokensApart, tier: PriceTier): number {
  const names = Object.keys(apart) as Apart[];
  return names.reduce((sum, name) => {
    const usual = APART[name](tier);
    return sum + (apart[name] ?? 0) * ((tier[name] ?? usual) - usual);
  }, 0);
}

/** Upper bound of a call's cost: nothing cached, and the longest answer allowed, spoken where the model speaks. Null when the price is unknown. */
export function estimateCost(prompt_tokens: number, output_tokens: number, billing: Billing): number | null {
  const usage = { input_tokens: prompt_tokens, output_tokens, cache_read_tokens: 0, cache_write_tokens: 0 };
  const spoken = { ...billing, apart: { audio_output: output_tokens } };
  const plain = costOf(usage, spoken);
  const written = costOf({ ...usage, input_tokens: 0, cache_write_tokens: prompt_tokens }, spoken);
  return plain === null || written === null ? null : Math.max(plain, written);
}

/** Every prompt token counts towards the tier, cached or not. */
function promptLength(usage: Usage): number {
  return usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens;
}

/**
 * Chooses among the tiers valid on that day with the newest `from`: the smallest that the prompt fits, or the one
 * without a limit for a longer prompt.
 */
export function tierFor(
  tiers: readonly PriceTier[],
  prompt_tokens: number,
  at: number,
): PriceTier | undefined {
  if (tiers.length === 0) return undefined;
  const day = new Date(at).toISOString().slice(0, 10);
  const begun = tiers.filter((tier) => (tier.from ?? "") <= day);
  const newest = begun
    .map((tier) => tier.from ?? "")
    .toSorted()
    .at(-1);
  const sizeOf = (tier: PriceTier) => tier.up_to_tokens ?? Number.POSITIVE_INFINITY;
  return begun
    .filter((tier) => (tier.from ?? "") === newest && prompt_tokens <= sizeOf(tier))
    .sort((a, b) => sizeOf(a) - sizeOf(b))[0];
}
