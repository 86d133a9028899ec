import { describe, expect, test } from "vitest";
import type { Passage } from "../../../src/memory/model.ts";
import { createStatisticsCache } from "../../../src/memory/search/statistics.ts";
import { vocabularyOf } from "../../../src/memory/search/vocabulary.ts";

const START = Date.UTC(2026, 2, 2);

describe("how telling a word is", () => {
  /** An index of so many passages, in a tenth of which each word stands. */
  function index(total: number) {
    const store = { total, asked: [] as string[][] };
    const cache = createStatisticsCache({
      frequencies: async (_owner, stems) => {
        store.asked.push([...stems]);
        const counts = new Map(stems.map((stem) => [stem, store.total / 10]));
        return { counts, total: store.total, owned: store.total };
      },
    });
    return { store, of: (stems: string[], now: number) => cache.of("ann", stems, START + now) };
  }

  test("is asked of the index once a minute, and only for words that are new", async () => {
    const { store, of } = index(10_000);
    await of(["boat"], 0);
    await of(["boat", "sail"], 1_000);
    await of(["boat", "sail"], 2_000);
    expect(store.asked).toEqual([["boat"], ["sail"]]);
    await of(["boat"], 62_000);
    expect(store.asked.length).toBe(3);
  });

  test("is counted anew when an archive was brought in meanwhile", async () => {
    const { store, of } = index(10_000);
    await of(["boat"], 0);
    store.total = 100_000;
    const statistics = await of(["boat", "sail"], 1_000);
    expect([statistics.expected("boat"), statistics.expected("sail")]).toEqual([10_000, 10_000]);
  });
});

describe("a passage that was looked at", () => {
  const passage = (id: number, text: string): Passage => ({
    id,
    scope: "person",
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
    for (let id = 2; id < 900; id++) vocabulary.digest(passage(id, "oars ".repeat(400)));
    expect(vocabulary.digest(passage(1, "Boats sail"))).not.toBe(first);
    for (let id = 0; id < 40; id++)
      stems(id, Array.from({ length: 1_000 }, (_, at) => `w${id}x${at}`).join(" "));
    expect(vocabularyOf(undefined).size).toBeLessThan(31_000);
  });
});
