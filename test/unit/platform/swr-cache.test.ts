import { describe, expect, it } from "vitest";
import { SwrCache, type SwrCacheOptions } from "../../../src/platform/swr-cache.ts";

/** A cache over a store that answers at once, or when the test says so. */
function aCache(options: Partial<SwrCacheOptions<string>> = {}) {
  const state = { now: 0, stored: "first", isDown: false, isSlow: false };
  const reads: string[] = [];
  const waiting: (() => void)[] = [];
  const read = async (of: string) => {
    reads.push(of);
    if (state.isDown) throw new Error("away");
    const value = `${of}: ${state.stored}`;
    if (state.isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
    return value;
  };
  const cache = new SwrCache<string>({ read, now: () => state.now, ...options });
  const answer = async (which = 0) => {
    waiting.splice(which, 1)[0]?.();
    await settled();
  };
  return { cache, state, reads, answer };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a stale-while-revalidate cache", () => {
  it("returns a stale value at once and refreshes it once for all who ask", async () => {
    const { cache, state, reads, answer } = aCache();
    expect(await cache.get("a")).toBe("a: first");
    Object.assign(state, { now: 1_999, stored: "second" });
    expect(cache.get("a")).toBe("a: first");
    expect(reads).toHaveLength(1);
    Object.assign(state, { now: 2_000, isSlow: true });
    expect([cache.get("a"), cache.get("a")]).toEqual(["a: first", "a: first"]);
    expect(reads).toHaveLength(2);
    await answer();
    expect(cache.get("a")).toBe("a: second");
  });

  it("begins another refresh when the one under way is lost with its request", async () => {
    const { cache, state, reads } = aCache();
    await cache.get("a");
    Object.assign(state, { now: 2_000, isSlow: true });
    cache.get("a");
    state.now = 4_000;
    cache.get("a");
    expect(reads).toHaveLength(3);
  });

  it("makes a caller wait for a value that is too old, each for its own read", async () => {
    const { cache, state, reads, answer } = aCache();
    await cache.get("a");
    Object.assign(state, { now: 60_000, stored: "second", isSlow: true });
    const [lost, read] = [cache.get("a"), cache.get("a")];
    expect(lost).not.toBe(read);
    expect(reads).toHaveLength(3);
    await answer(1);
    expect(await read).toBe("a: second");
  });

  it("serves the stale value when the read fails, or rejects if told to", async () => {
    const serving = aCache();
    await serving.cache.get("a");
    Object.assign(serving.state, { now: 60_000, isDown: true });
    expect(await serving.cache.get("a")).toBe("a: first");
    await expect(serving.cache.get("b")).rejects.toThrow("away");

    const strict = aCache({ on_failure: "reject" });
    await strict.cache.get("a");
    Object.assign(strict.state, { now: 2_000, isDown: true });
    expect(strict.cache.get("a")).toBe("a: first");
    await settled();
    strict.state.now = 60_000;
    await expect(strict.cache.get("a")).rejects.toThrow("away");
  });

  it("does not serve a value that was forgotten while the read failed", async () => {
    const { cache, state } = aCache();
    await cache.get("a");
    Object.assign(state, { now: 60_000, isDown: true });
    const asked = cache.get("a");
    cache.forget("a");
    await expect(asked).rejects.toThrow("away");
  });

  it("marks a value as doubtful from a failed refresh until it is read again", async () => {
    const { cache, state } = aCache();
    await cache.get("a");
    Object.assign(state, { now: 2_000, isDown: true });
    cache.get("a");
    await settled();
    expect(cache.entry("a")).toEqual({ value: "a: first", age_ms: 2_000, isDoubtful: true });
    state.isDown = false;
    await cache.anew("a");
    expect(cache.entry("a")).toEqual({ value: "a: first", age_ms: 0, isDoubtful: false });
  });

  it("gives a fresh value where that is asked for", async () => {
    const { cache, state } = aCache();
    await cache.get("a");
    Object.assign(state, { now: 1_000, stored: "second" });
    expect(cache.fresh("a")).toBe("a: first");
    state.now = 2_000;
    expect(await cache.fresh("a")).toBe("a: second");
  });
});

describe("a change made here", () => {
  it("is not overwritten by a reading that was under way", async () => {
    for (const change of ["put", "forget", "forgetAll", "forgetIf"] as const) {
      const { cache, state, answer } = aCache();
      await cache.get("a");
      Object.assign(state, { now: 2_000, isSlow: true });
      cache.get("a");
      Object.assign(state, { stored: "second", isSlow: false });
      if (change === "put") cache.put("a", "a: second");
      if (change === "forget") cache.forget("a");
      if (change === "forgetAll") cache.forgetAll();
      if (change === "forgetIf") cache.forgetIf((value, of) => value === "a: first" && of === "a");
      await answer();
      expect(await cache.get("a"), change).toBe("a: second");
    }
  });

  it("leaves values that it does not concern", async () => {
    const { cache } = aCache();
    await cache.get("a");
    await cache.get("b");
    cache.forget("b");
    cache.forgetIf((_, of) => of === "c");
    expect(cache.get("a")).toBe("a: first");
    expect(cache.entry("b")).toBeUndefined();
  });

  it("is not undone by the slower of two readings", async () => {
    const { cache, state, answer } = aCache();
    state.isSlow = true;
    const slow = cache.get("a");
    state.stored = "second";
    const quick = cache.get("a");
    await answer(1);
    expect(await quick).toBe("a: second");
    await answer();
    expect(await slow).toBe("a: first");
    expect(cache.get("a")).toBe("a: second");
  });
});

interface Noted {
  name: string;
  note: string;
}

describe("keys and bounds", () => {
  it("tells structured keys apart by all they hold, or by what the caller names", async () => {
    const reads: unknown[] = [];
    const read = async (of: Noted) => reads.push(of);
    const whole = new SwrCache({ read, now: () => 0 });
    await whole.get({ name: "a", note: "x" });
    await whole.get({ name: "a", note: "y" });
    expect(reads).toHaveLength(2);
    const named = new SwrCache({ read, now: () => 0, keyOf: ({ name }: Noted) => name });
    await named.get({ name: "a", note: "x" });
    expect(named.get({ name: "a", note: "y" })).toBe(3);
  });

  it("drops the value that was read longest ago when there are too many, or too heavy ones", async () => {
    for (const bounds of [{ most: 2 }, { heaviest: 20, weigh: (value: string) => value.length }]) {
      const { cache } = aCache(bounds);
      for (const of of ["a", "b", "c"]) await cache.get(of);
      expect(["a", "b", "c"].map((of) => cache.entry(of) !== undefined)).toEqual([false, true, true]);
    }
  });
});
