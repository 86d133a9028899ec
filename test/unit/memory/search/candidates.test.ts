import { describe, expect, test } from "vitest";
import type { KeywordHit } from "../../../../src/memory/ports/index-port.ts";
import { spread } from "../../../../src/memory/search/candidates.ts";

function hit(source: string, ordinal: number, score: number): KeywordHit {
  return { id: ordinal, source, ordinal, kind: "turn", score };
}

/** Five matches that stand together, and a better one that stands alone. */
const HITS = [...[10, 11, 12, 13, 14].map((ordinal) => hit("talk", ordinal, 2)), hit("told once", 0, 3)];

const placesOf = (places: ReturnType<typeof spread>) => places.map(({ source }) => source);

describe("positions that a search scores", () => {
  test("matches that stand together come before a better one alone", () => {
    expect(placesOf(spread(HITS, 4))).not.toContain("told once");
  });

  test("room that is kept for the best matches is theirs, and the rest goes to what stands together", () => {
    expect(placesOf(spread(HITS, 4, 2))).toEqual(["told once", "talk", "talk", "talk"]);
  });

  test("no position is there twice", () => {
    const places = spread(HITS, 20, 6);
    expect(new Set(places.map(({ source, ordinal }) => `${source} ${ordinal}`)).size).toBe(places.length);
  });
});
