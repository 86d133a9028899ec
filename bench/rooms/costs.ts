/** What models have cost at the prices of the catalog, and what they would have cost without a prompt cache. */
import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import type { Bill } from "./provider.ts";

interface Price {
  from?: string;
  up_to_tokens?: number;
  input: number;
  output: number;
  cache_read: number;
  cache_write_5m: number;
  cache_write_1h: number;
}

const CATALOG = new URL("../../r2/models/anthropic.toml", import.meta.url);
const MILLION = 1_000_000;

export interface Costs {
  with_cache: number;
  without: number;
}

/** US dollars. No prompt of a bar is longer than the first tier of a price. */
export function costsOf(
  model: string,
  { input, cache_read, cache_write, cache_write_1h, output }: Bill,
  today: string,
): Costs {
  const price = priceOf(model, today);
  const said = output * price.output;
  const written = cache_write * price.cache_write_5m + cache_write_1h * price.cache_write_1h;
  const kept = cache_read * price.cache_read + written;
  return {
    with_cache: (input * price.input + kept + said) / MILLION,
    without: ((input + cache_read + cache_write + cache_write_1h) * price.input + said) / MILLION,
  };
}

function priceOf(id: string, today: string): Price {
  const { model } = parse(readFileSync(CATALOG, "utf8")) as unknown as {
    model: { id: string; prices: Price[] }[];
  };
  const prices = model.find((each) => each.id === id)?.prices ?? [];
  const held = prices.filter(({ from = "" }) => from <= today).map(({ from = "" }) => from);
  const newest = held.sort().at(-1);
  const price = prices.find(({ from = "" }) => from === newest);
  if (!price) throw new Error(`${CATALOG.pathname} has no price of ${id}.`);
  return price;
}
