import { describe, expect, test } from "vitest";
import { bestOf, numbersOf } from "../../../src/storage/d1/memory/postings.ts";

describe("where words stand", () => {
  test("is read from a list of numbers, each from the same base on", () => {
    expect(numbersOf("12,7,300", 1_000)).toEqual([1_012, 1_007, 1_300]);
    expect(numbersOf("5", 0)).toEqual([5]);
    expect(numbersOf("", 1_000)).toEqual([]);
    expect(numbersOf("4294967295", 2 ** 40)).toEqual([2 ** 40 + 4_294_967_295]);
  });
});

describe("the best passages", () => {
  test("hold the most telling words, of equals the newest first", () => {
    const lists = [
      { ids: [1, 2, 3, 4], weight: 1 },
      { ids: [2, 4, 9], weight: 3 },
    ];
    expect(bestOf(lists, 10)).toEqual([
      { id: 4, score: 4 },
      { id: 2, score: 4 },
      { id: 9, score: 3 },
      { id: 3, score: 1 },
      { id: 1, score: 1 },
    ]);
    expect(bestOf(lists, 4).map(({ id }) => id)).toEqual([4, 2, 9, 3]);
  });

  test("are equals whatever the order of their words when those are worth the same", () => {
    // From left to right 0.1 + 0.2 + 0.3 is a little more than 0.2 + 0.3 + 0.1.
    const lists = [
      { ids: [1], weight: 0.1 },
      { ids: [1, 2], weight: 0.2 },
      { ids: [1, 2], weight: 0.3 },
      { ids: [2], weight: 0.1 },
    ];
    const [first, second] = bestOf(lists, 2);
    expect([first?.id, second?.id, first?.score === second?.score]).toEqual([2, 1, true]);
  });

  test("are the same as those of all put in order, however many match", () => {
    const ids = (step: number) => Array.from({ length: 2_000 }, (_, at) => 1 + ((at * step) % 3_989));
    const lists = [7, 11, 13].map((step, at) => ({ ids: [...new Set(ids(step))], weight: 1 + at / 3 }));
    const all = bestOf(lists, 10_000);
    expect(all.length).toBeGreaterThan(2_000);
    expect(bestOf(lists, 50)).toEqual(all.slice(0, 50));
  });

  test("are none where nothing matches", () => {
    expect(bestOf([{ ids: [], weight: 2 }], 5)).toEqual([]);
    expect(bestOf([], 5)).toEqual([]);
  });
});
