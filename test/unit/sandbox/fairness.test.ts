import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createFairness, SLICE_MS } from "../../../src/sandbox/quickjs/fairness.ts";

/** ms of the fake clock, which computing moves and timers wait for. */
let now = 0;
const clock = () => now;
const pass = async (ms: number) => {
  for (let step = 0; step < ms * 2; step++) {
    now += 0.5;
    await vi.advanceTimersByTimeAsync(0.5);
  }
};

beforeEach(() => {
  now = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe("programs that compute", () => {
  test("take turns in order, and leave more time than they take", async () => {
    const fairness = createFairness(clock);
    const turns: { who: string; at: number }[] = [];
    const program = async (who: string) => {
      for (;;) {
        await fairness.pause();
        turns.push({ who, at: now });
      }
    };
    for (const who of ["a", "b", "c"]) void program(who);
    await pass(200);
    expect(turns.length).toBeGreaterThan(15);
    const order = turns.slice(0, 15).map(({ who }) => who);
    expect(order).toEqual(Array.from({ length: 15 }, (_, index) => "abc"[index % 3]));
    const pauses = turns.slice(1).map(({ at }, index) => at - (turns[index]?.at ?? 0) - SLICE_MS);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(SLICE_MS);
  });

  test("do not wait for one whose request has ended", async () => {
    const fairness = createFairness(clock);
    const realTimeout = globalThis.setTimeout;
    // A request that was ended: its timer never fires.
    vi.stubGlobal("setTimeout", () => 0);
    void fairness.pause();
    vi.stubGlobal("setTimeout", realTimeout);
    const resumed = vi.fn();
    void fairness.pause().then(resumed);
    await pass(400);
    expect(resumed).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  test("leave more time while others are busy, and less again afterwards", async () => {
    const fairness = createFairness(clock);
    let turns = 0;
    const program = async () => {
      for (;;) {
        await fairness.pause();
        turns += 1;
      }
    };
    void program();
    const counted = async (work: () => Promise<void>) => {
      const before = turns;
      await work();
      return turns - before;
    };
    const quiet = await counted(() => pass(210));
    // Somebody computes 7 ms at a time: every timer is late.
    const busy = await counted(async () => {
      for (let round = 0; round < 30; round++) {
        now += 7;
        await vi.advanceTimersByTimeAsync(7);
      }
    });
    expect(busy).toBeGreaterThan(10);
    expect(busy).toBeLessThan(quiet * 0.75);
    expect(await counted(() => pass(210))).toBeGreaterThan(quiet * 0.75);
  });
});
