import { describe, expect, it } from "vitest";
import { StreamRate } from "../../../src/providers/wire/stream-rate.ts";

/** An answer of 200 bytes each 30 ms since `from`. */
function steady(count: number): StreamRate {
  const pace = new StreamRate();
  for (let at = 0; at < count; at++) pace.came(200, at * 30);
  return pace;
}

describe("the pace of an answer", () => {
  it("is not known from its first bytes: whatever comes next is due", () => {
    expect(new StreamRate().dueAt(1_000)).toBe(1);
    expect(steady(1).dueAt(1_000)).toBe(1);
  });

  it("is little known from a burst, after which the answer may pause: few words are due", () => {
    const pace = new StreamRate();
    for (let at = 0; at < 40; at++) pace.came(200, at);
    expect(pace.dueAt(1_000)).toBe(1_000);
    const atOnce = new StreamRate();
    for (let count = 0; count < 3; count++) atOnce.came(200, 7);
    expect(atOnce.dueAt(107)).toBe(1_000);
  });

  it("tells how many bytes a time brings, and a little less is due", () => {
    // 200 bytes each 30 ms are 667 in 100 ms.
    expect(steady(20).dueAt(19 * 30 + 100)).toBe(500);
  });

  it("counts what must have come while nobody read", () => {
    expect(steady(20).dueAt(19 * 30 + 1_000)).toBe(5_000);
  });

  it("falls with a pause", () => {
    const pace = steady(10);
    pace.came(200, 10_000);
    expect(pace.dueAt(10_100)).toBeLessThan(20);
  });
});
