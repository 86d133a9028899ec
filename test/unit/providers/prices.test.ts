import { describe, expect, test } from "vitest";
import { costOf, estimateCost, tierFor } from "../../../src/providers/prices.ts";
import { catalog } from "../../contract/providers/wires.ts";
import { modelEntry } from "./scenes.ts";

const NOV = Date.UTC(2026, 10, 21);

function usage(input: number, output: number, read = 0, write = 0) {
  return { input_tokens: input, output_tokens: output, cache_read_tokens: read, cache_write_tokens: write };
}

function known(id: string) {
  const model = catalog.model(id);
  if (!model) throw new Error(`${id} is not in the catalog`);
  return model;
}

const M = 1_000_000;

describe("the published prices", () => {
  test.each([
    ["anthropic/claude-opus-5-5", usage(M, M, M, M), 4 + 20 + 0.2 + 5],
    ["anthropic/claude-sonnet-5-5", usage(M, M, M, M), 2 + 10 + 0.1 + 2.5],
    [
      "anthropic/claude-haiku-5-5",
      usage(50_000, 1_000, 40_000, 10_000),
      (50_000 * 0.1 + 1_000 * 0.5 + 40_000 * 0.01 + 10_000 * 0.125) / M,
    ],
    [
      "anthropic/claude-haiku-5-5",
      usage(50_000, 1_000, 40_000, 10_001),
      (50_000 * 0.5 + 1_000 * 2.5 + 40_000 * 0.05 + 10_001 * 0.625) / M,
    ],
    ["anthropic/claude-opus-5", usage(M, M, M, M), 5 + 25 + 0.5 + 6.25],
    ["offline/nightjar", usage(M, M), 0],
  ])("%s", (id, spent, dollars) => {
    expect(costOf(spent, { model: known(id), at: NOV, cache_lifetime: "5m" })).toBeCloseTo(dollars, 10);
  });

  test("sound and pictures have prices of their own, text the others", () => {
    const model = known("openai/gpt-realtime-2.1");
    const apart = { audio_input: M, audio_cache_read: M, audio_output: M, image_input: M };
    const billing = { model, at: NOV, cache_lifetime: "5m" } as const;
    const text = 4 + 24 + 0.4;
    expect(costOf(usage(3 * M, 2 * M, 2 * M), { ...billing, apart })).toBeCloseTo(
      text + 32 + 0.4 + 64 + 5,
      10,
    );
    expect(estimateCost(M, M, billing)).toBeCloseTo(4 + 64, 10);
    const plain = { ...billing, model: known("openai/gpt-6-luna") };
    expect(costOf(usage(1_000, 1_000), { ...plain, apart })).toBe(costOf(usage(1_000, 1_000), plain));
  });

  test("an hour in the cache costs more to write", () => {
    const billing = { model: known("anthropic/claude-sonnet-5-5"), at: NOV } as const;
    expect(costOf(usage(0, 0, 0, M), { ...billing, cache_lifetime: "5m" })).toBe(2.5);
    expect(costOf(usage(0, 0, 0, M), { ...billing, cache_lifetime: "1h" })).toBe(4);
    const mixed = { ...billing, cache_lifetime: "5m", written_for_an_hour: M / 2 } as const;
    expect(costOf(usage(0, 0, 0, M), mixed)).toBe(3.25);
  });

  test("a call is billed by the price of its day", () => {
    const billing = { model: known("anthropic/claude-sonnet-5-5"), cache_lifetime: "5m" } as const;
    expect(costOf(usage(0, 0, M), { ...billing, at: Date.UTC(2026, 9, 6, 23, 59) })).toBe(0.2);
    expect(costOf(usage(0, 0, M), { ...billing, at: Date.UTC(2026, 9, 7) })).toBe(0.1);
  });
});

describe("tiers", () => {
  const short = { up_to_tokens: 1_000, input: 1, output: 1 };
  const long = { input: 2, output: 2 };
  const cheaper = { from: "2027-01-01", input: 0.5, output: 0.5 };

  test("a prompt at the limit is short, one token more is long", () => {
    expect(tierFor([long, short], 1_000, NOV)).toBe(short);
    expect(tierFor([long, short], 1_001, NOV)).toBe(long);
  });

  test("a new price replaces all old tiers from its first day", () => {
    expect(tierFor([short, long, cheaper], 10, Date.UTC(2026, 11, 31))).toBe(short);
    expect(tierFor([short, long, cheaper], 10, Date.UTC(2027, 0, 1))).toBe(cheaper);
  });

  test("without a tier that fits, the price is unknown", () => {
    expect(tierFor([short], 1_001, NOV)).toBeUndefined();
    expect(tierFor([cheaper], 1, NOV)).toBeUndefined();
    expect(costOf(usage(1, 1), { model: modelEntry(), at: NOV, cache_lifetime: "5m" })).toBeNull();
  });
});

test("cached tokens without a price of their own cost what others cost", () => {
  const model = modelEntry({ prices: [{ input: 3, output: 5 }] });
  expect(costOf(usage(0, 0, M, M), { model, at: NOV, cache_lifetime: "5m" })).toBe(6);
});

test("an estimate is never below what the call can cost", () => {
  const model = known("anthropic/claude-haiku-5-5");
  const billing = { model, at: NOV, cache_lifetime: "1h" } as const;
  const estimate = estimateCost(100_000, 2_000, billing) ?? 0;
  for (const spent of [
    usage(100_000, 2_000),
    usage(0, 2_000, 100_000),
    usage(0, 2_000, 0, 100_000),
    usage(60_000, 500, 20_000, 20_000),
  ]) {
    expect(costOf(spent, billing)).toBeLessThanOrEqual(estimate);
  }
});
