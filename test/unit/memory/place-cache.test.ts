import { describe, expect, test } from "vitest";
import type { State } from "../../../src/memory/ports/index-port.ts";
import { PlaceCache } from "../../../src/storage/d1/passages/place-cache.ts";

const state = (edits: string, owner = "ann"): State => ({ owner, edits, last: "9" });
const place = (ordinal: number) => ({ source: "cnv", ordinal, kind: "turn" as const });
const found = (...ids: number[]) => ids.map((id) => ({ id, ...place(id) }));

describe("where passages stand", () => {
  test("is known for those that were found", () => {
    const cache = new PlaceCache();
    cache.add(state("0"), found(1, 2));
    expect(cache.look(state("0"), [2, 3, 1])).toEqual([place(2), undefined, place(1)]);
  });

  test("is unknown when one of the owner's has changed or gone", () => {
    const cache = new PlaceCache();
    cache.add(state("0"), found(1));
    expect(cache.look(state("1"), [1])).toEqual([undefined]);
    cache.add(state("1"), found(1));
    expect(cache.look(state("1"), [1])).toEqual([place(1)]);
  });

  test("is told to nobody else", () => {
    const cache = new PlaceCache();
    cache.add(state("0"), found(1));
    expect(cache.look(state("0", "ben"), [1])).toEqual([undefined]);
  });

  test("is not kept by a search that read it before a later one saw a change", () => {
    const cache = new PlaceCache();
    cache.add(state("1"), found(1));
    cache.add(state("0"), found(1, 2));
    expect(cache.look(state("1"), [1, 2])).toEqual([place(1), undefined]);
  });

  test("is kept of no more than its bound: whoever was not asked for longest goes first", () => {
    const cache = new PlaceCache(5);
    cache.add(state("0", "ann"), found(1, 2));
    cache.add(state("0", "ben"), found(3, 4));
    cache.look(state("0", "ann"), [1]);
    cache.add(state("0", "eve"), found(5, 6));
    expect(cache.look(state("0", "ben"), [3])).toEqual([undefined]);
    expect(cache.look(state("0", "ann"), [1, 2])).toEqual([place(1), place(2)]);
    cache.add(state("0", "ann"), found(10, 11, 12, 13));
    expect(cache.look(state("0", "ann"), [2, 10, 13])).toEqual([undefined, place(10), place(13)]);
  });

  test("goes with the owner that changes, and makes room", () => {
    const cache = new PlaceCache(3);
    cache.add(state("0"), found(1, 2, 3));
    cache.look(state("1"), [1]);
    cache.add(state("0", "ben"), found(4, 5, 6));
    expect(cache.look(state("0", "ben"), [4, 5, 6])).toEqual([place(4), place(5), place(6)]);
  });
});
