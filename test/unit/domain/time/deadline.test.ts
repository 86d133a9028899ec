import { describe, expect, it } from "vitest";
import { within } from "../../../../src/domain/time/deadline.ts";
import { inFreeTime } from "../../../../src/domain/time/later.ts";
import { testClock } from "../../../support/test-clock.ts";

function bounds(stop?: AbortSignal) {
  const clock = testClock();
  return {
    clock,
    limits: { ms: 100, later: (act: () => void, ms: number) => clock.after(ms, act), ...(stop && { stop }) },
  };
}

const forever = () => new Promise<never>(() => undefined);

describe("work within so much time", () => {
  it("gives what it found, and leaves no timer", async () => {
    const { clock, limits } = bounds();
    expect(await within(limits, async () => "found")).toEqual({ status: "ready", value: "found" });
    expect(clock.pending).toBe(0);
  });

  it("is late when the time is up, and told that nobody waits", async () => {
    const { clock, limits } = bounds();
    const signals: AbortSignal[] = [];
    const running = within(limits, (wanted) => {
      signals.push(wanted);
      return forever();
    });
    await clock.advance(99);
    expect(signals[0]?.aborted).toBe(false);
    await clock.advance(1);
    expect(await running).toEqual({ status: "late" });
    expect(signals[0]?.aborted).toBe(true);
  });

  it("is stopped at once, also when that came before", async () => {
    const stop = new AbortController();
    const { clock, limits } = bounds(stop.signal);
    const running = within(limits, forever);
    stop.abort();
    expect(await running).toEqual({ status: "stopped" });
    expect(await within(limits, forever)).toEqual({ status: "stopped" });
    expect(clock.pending).toBe(0);
  });

  it("rejects as the work does, but not when that is late", async () => {
    const { clock, limits } = bounds();
    await expect(within(limits, () => Promise.reject(new Error("broke")))).rejects.toThrow("broke");
    let fail = (_problem: Error) => {};
    const work = () =>
      new Promise<never>((_resolve, reject) => {
        fail = reject;
      });
    const running = within(limits, work);
    await clock.advance(100);
    expect(await running).toEqual({ status: "late" });
    fail(new Error("too late"));
    expect(clock.pending).toBe(0);
  });

  it("counts no time in which the thread was kept from its work, where that is wanted", async () => {
    const clock = testClock();
    // Every timer comes two seconds late.
    const later = (act: () => void, ms: number) => clock.after(ms + 2_000, act);
    const running = within({ ms: 10_000, later: inFreeTime(later) }, forever);
    let isOver = false;
    void running.then(() => {
      isOver = true;
    });
    await clock.advance(29_000);
    expect(isOver).toBe(false);
    await clock.advance(1_000);
    expect(await running).toEqual({ status: "late" });
    expect(await within({ ms: 10_000, later: inFreeTime(later) }, async () => "found")).toMatchObject({
      value: "found",
    });
    expect(clock.pending).toBe(0);
  });
});
