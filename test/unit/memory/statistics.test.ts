import { describe, expect, test } from "vitest";
import type { Passage } from "../../../src/memory/ports/model.ts";
import { createStatisticsCache } from "../../../src/memory/search/statistics.ts";
import { vocabularyOf } from "../../../src/memory/search/vocabulary.ts";

const START = Date.UTC(2026, 2, 2);

describe("how telling a word is", () => {
  const seen = (total: number, counts: Record<string, number>) => ({
    counts: new Map(Object.entries(counts)),
    total,
    owned: total,
  });
  const MINUTE = 60_000;

  test("is remembered for a minute, and for two seconds where it stands nowhere yet", () => {
    const cache = createStatisticsCache();
    expect(cache.totals("ann")).toBeUndefined();
    cache.learn("ann", seen(10_000, { boat: 7, sail: 0 }), START);
    expect([cache.count("boat", START + MINUTE), cache.count("boat", START + MINUTE + 1)]).toEqual([
      7,
      undefined,
    ]);
    expect([cache.count("sail", START + 2_000), cache.count("sail", START + 2_001)]).toEqual([0, undefined]);
    expect(cache.totals("ann")).toEqual({ total: 10_000, owned: 10_000 });
  });

  test("is no younger for coming back as it was remembered", () => {
    const cache = createStatisticsCache();
    cache.learn("ann", seen(10_000, { boat: 7 }), START);
    cache.learn("ann", seen(10_000, { boat: 7 }), START + MINUTE);
    expect(cache.count("boat", START + MINUTE + 1)).toBeUndefined();
  });

  test("is forgotten when an archive was brought in meanwhile", () => {
    const cache = createStatisticsCache();
    expect(cache.learn("ann", seen(10_000, { boat: 7 }), START)).toBe(true);
    expect(cache.learn("ann", seen(100_000, { boat: 7 }), START + 1)).toBe(false);
    expect(cache.count("boat", START + 1)).toBeUndefined();
    expect(cache.learn("ann", seen(100_000, { boat: 900 }), START + 1)).toBe(true);
    expect(cache.count("boat", START + 1)).toBe(900);
  });
});

describe("a passage that was looked at", () => {
  const passage = (id: number, text: string): Passage => ({
    id,
    scope: "person",
    trust: "trusted",
    kind: "turn",
    source: "c",
    key: `${id}`,
    session: "",
    ordinal: id,
    speaker: "Ann",
    role: "user",
    agent: "",
    text,
  });
  const stems = (id: number, text: string) =>
    vocabularyOf(undefined)
      .digest(passage(id, text))
      .spoken.map((word) => word.stem);

  test("is known again by its text, and looked at anew when that has changed", () => {
    const vocabulary = vocabularyOf(undefined);
    const first = vocabulary.digest(passage(1, "Boats sail"));
    expect(vocabulary.digest(passage(1, "Boats sail"))).toBe(first);
    expect(stems(1, "Boats sank")).toEqual(["boat", "sank"]);
    expect(stems(1, "Boats sail")).toEqual(["boat", "sail"]);
  });

  test("is forgotten after many others, and nothing grows without end", () => {
    const vocabulary = vocabularyOf(undefined);
    const first = vocabulary.digest(passage(1, "Boats sail"));
    for (let id = 2; id < 3_600; id++) vocabulary.digest(passage(id, "oars ".repeat(400)));
    expect(vocabulary.digest(passage(1, "Boats sail"))).not.toBe(first);
    for (let id = 0; id < 40; id++)
      stems(id, Array.from({ length: 1_000 }, (_, at) => `w${id}x${at}`).join(" "));
    expect(vocabularyOf(undefined).size).toBeLessThan(31_000);
  });
});
