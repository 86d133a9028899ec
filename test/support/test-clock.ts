/** A clock for tests of what waits. */
import type { Clock } from "../../src/providers/provider.ts";

/** Time that moves only when it is told to. Timers fire in order. */
export interface TestClock extends Clock {
  advance(ms: number): Promise<void>;
  /** Moves to each timer in turn until none is left. */
  runOut(): Promise<void>;
  readonly pending: number;
}

export function testClock(start = Date.UTC(2026, 10, 21, 12)): TestClock {
  let time = start;
  let timers: { at: number; act: () => void }[] = [];

  async function advanceTo(target: number): Promise<void> {
    for (;;) {
      await settled();
      const next = timers.filter(({ at }) => at <= target).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers = timers.filter((timer) => timer !== next);
      time = Math.max(time, next.at);
      next.act();
    }
    time = Math.max(time, target);
  }

  return {
    now: () => time,
    after(ms, act) {
      const timer = { at: time + ms, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance: (ms) => advanceTo(time + ms),
    async runOut() {
      await settled();
      while (timers.length > 0) await advanceTo(Math.min(...timers.map(({ at }) => at)));
    },
    get pending() {
      return timers.length;
    },
  };
}

/** Lets everything go on that waits for nothing but its turn. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
