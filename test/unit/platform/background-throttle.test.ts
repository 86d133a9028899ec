import { describe, expect, it } from "vitest";
import {
  BackgroundThrottle,
  type BackgroundWork,
  whenQuiet,
} from "../../../src/platform/background-throttle.ts";

const crowded = () => new BackgroundThrottle({ isCrowded: () => true });

/** When it is done at last, if it asks again whenever it is told to. */
function doneAt(later: BackgroundThrottle, since: number): { at: number; looks: number } {
  const work: BackgroundWork = { since };
  let at = since;
  let looks = 0;
  for (let pause = later.pauseFor(work, at); pause > 0; pause = later.pauseFor(work, at)) {
    at += pause;
    looks++;
  }
  return { at, looks };
}

describe("work that nobody waits for", () => {
  it("is done at once while the thread has time", () => {
    const later = new BackgroundThrottle({ isCrowded: () => false });
    expect(later.pauseFor({ since: 0 }, 0)).toBe(0);
  });

  it("waits while many answers fill the thread, and looks again after some seconds", () => {
    let isCrowded = true;
    const later = new BackgroundThrottle({ isCrowded: () => isCrowded });
    const work = { since: 1_000 };
    const pause = later.pauseFor(work, 1_000);
    expect(pause).toBeGreaterThan(1_000);
    isCrowded = false;
    expect(later.pauseFor(work, 1_000 + pause)).toBe(0);
  });

  it("waits half a minute at most, and looks seldom: each look wakes an object", () => {
    const { at, looks } = doneAt(crowded(), 0);
    expect(at).toBe(30_000);
    expect(looks).toBeLessThanOrEqual(4);
  });

  it("is done one piece after the other when all of it has waited for so long", () => {
    const later = crowded();
    const all = Array.from({ length: 400 }, () => doneAt(later, 0).at);
    expect(new Set(all).size).toBe(400);
    expect(all.at(-1)).toBe(30_000 + 399 * 25);
  });

  it("keeps its place in the row, however often it looks", () => {
    const later = crowded();
    for (let each = 0; each < 1_000; each++) later.pauseFor({ since: 0 }, 30_000);
    expect(doneAt(later, 0).at).toBe(30_000 + 1_000 * 25);
  });

  it("of who is awake anyway goes on within a second once the thread has time", async () => {
    let now = 0;
    const later = new BackgroundThrottle({ isCrowded: (at) => at < 7_500 });
    const pause = async (ms: number) => {
      now += ms;
    };
    await whenQuiet(later, () => now, pause);
    expect(now).toBe(8_000);
  });
});
