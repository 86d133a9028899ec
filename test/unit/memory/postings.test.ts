import { describe, expect, test } from "vitest";
import { bestOf, numbersOf } from "../../../src/storage/d1/passages/postings.ts";

describe("where words stand", () => {
  test("is read from a list of numbers, rising whichever way they come", () => {
    expect(numbersOf("7,12,300")).toEqual([7, 12, 300]);
    expect(numbersOf("300,12,7")).toEqual([7, 12, 300]);
    expect(numbersOf("4294967295")).toEqual([4_294_967_295]);
    expect(numbersOf("")).toEqual([]);
  });
});

describe("the best passages", () => {
  const list = (numbers: number[], weight: number, part = 1) => ({ part, numbers, weight });
  const numbers = (lists: Parameters<typeof bestOf>[0], limit: number) =>
    bestOf(lists, limit).map(({ number }) => number);

  test("hold the most telling words, of equals the newest first", () => {
    const lists = [list([1, 2, 3, 4], 1), list([2, 4, 9], 3)];
    expect(bestOf(lists, 10)).toEqual([
      { part: 1, number: 4, score: 4 },
      { part: 1, number: 2, score: 4 },
      { part: 1, number: 9, score: 3 },
      { part: 1, number: 3, score: 1 },
      { part: 1, number: 1, score: 1 },
    ]);
    expect(numbers(lists, 4)).toEqual([4, 2, 9, 3]);
  });

  test("are told apart by the part of the index that they stand in", () => {
    const lists = [list([1, 2], 1, 1), list([2], 2, 1), list([1, 2], 1, 2), list([], 2, 2)];
    expect(bestOf(lists, 3)).toEqual([
      { part: 1, number: 2, score: 3 },
      { part: 2, number: 2, score: 1 },
      { part: 2, number: 1, score: 1 },
    ]);
  });

  test("are equals whatever the order of their words when those are worth the same", () => {
    // From left to right 0.1 + 0.2 + 0.3 is a little more than 0.2 + 0.3 + 0.1.
    const lists = [list([1], 0.1), list([1, 2], 0.2), list([1, 2], 0.3), list([2], 0.1)];
    const [first, second] = bestOf(lists, 2);
    expect([first?.number, second?.number, first?.score === second?.score]).toEqual([2, 1, true]);
  });

  test("are the same as those of all put in order, whatever is left out on the way", () => {
    const standing = (step: number, most: number) => {
      const each = Array.from({ length: most }, (_, at) => 1 + ((at * step) % 3_989));
      return [...new Set(each)].sort((a, b) => a - b);
    };
    const lists = [1, 2].flatMap((part) => [
      list(standing(7 * part, 60), 6, part),
      list(standing(11 * part, 400), 3, part),
      list(standing(13 * part, 1_500), 1.5, part),
      list(standing(17 * part, 3_000), 1, part),
    ]);
    const all = bestOf(lists, 100_000);
    expect(all.length).toBeGreaterThan(5_000);
    for (const limit of [1, 50, 200, 1_000, 4_000]) expect(bestOf(lists, limit)).toEqual(all.slice(0, limit));
  });

  test("are none where nothing matches", () => {
    expect(bestOf([list([], 2)], 5)).toEqual([]);
    expect(bestOf([], 5)).toEqual([]);
  });
});
