import { describe, expect, it } from "vitest";
import { BoundedMap } from "../../../src/platform/bounded-map.ts";

const keysOf = (kept: BoundedMap<string>) => [...kept.keys()];

describe("values that an isolate keeps", () => {
  it("go in the order in which they were set when there are too many", () => {
    const kept = new BoundedMap<string>({ most: 2 });
    for (const key of ["a", "b", "a", "c"]) kept.set(key, key);
    expect(keysOf(kept)).toEqual(["a", "c"]);
    expect(kept.get("b")).toBeUndefined();
    expect(kept.get("a")).toBe("a");
  });

  it("go when they weigh too much together, also when one grows", () => {
    const kept = new BoundedMap<string>({ most: 100, heaviest: 10, weigh: ({ length }) => length });
    kept.set("a", "1234");
    kept.set("b", "1234");
    expect(keysOf(kept)).toEqual(["a", "b"]);
    kept.set("b", "1234567");
    expect(keysOf(kept)).toEqual(["b"]);
    kept.set("c", "123");
    expect(keysOf(kept)).toEqual(["b", "c"]);
  });

  it("are not kept where one is too heavy by itself", () => {
    const kept = new BoundedMap<string>({ most: 100, heaviest: 10, weigh: ({ length }) => length });
    kept.set("a", "12345678901");
    expect(keysOf(kept)).toEqual([]);
  });

  it("weigh nothing any more once they are taken out", () => {
    const kept = new BoundedMap<string>({ most: 100, heaviest: 10, weigh: ({ length }) => length });
    kept.set("a", "1234567890");
    kept.delete("a");
    kept.delete("a");
    kept.set("b", "1234567890");
    expect(keysOf(kept)).toEqual(["b"]);
    kept.clear();
    kept.set("c", "1234567890");
    expect(keysOf(kept)).toEqual(["c"]);
  });
});
