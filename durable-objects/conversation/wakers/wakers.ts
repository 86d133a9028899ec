/** All reasons to be awake of one conversation: the alarm stands at the first of them, and asks all when it rings. */
import type { Alarms } from "../alarms.ts";
import type { Waker } from "./waker.ts";

export class Wakers {
  private readonly list: readonly Waker[];
  private readonly alarms: Alarms;

  constructor(list: readonly Waker[], alarms: Alarms) {
    this.list = list;
    this.alarms = alarms;
  }

  /** Sees to it that the object wakes for the first of them; with names, for the first of those. */
  rearm(...names: string[]): void {
    for (const waker of this.list) {
      const at = names.length === 0 || names.includes(waker.name) ? waker.due() : null;
      if (at !== null) this.alarms.ensure(at, waker.name);
    }
  }

  /** The alarm rang: whatever is due by `now`, and the next reason to wake. Never rejects. */
  async wake(now: number): Promise<void> {
    for (const waker of this.list) waker.enter?.(now);
    let before: Promise<unknown> = Promise.resolve();
    for (const waker of this.list) {
      if (waker.wake) before = Promise.all([before, waker.wake(now, before)]);
    }
    // Before the waiting: a store that is slow must not hold up the next reason to wake.
    this.rearm();
    await before;
    this.rearm();
  }

  /** Resolves when nothing of them runs any more. */
  async stop(): Promise<void> {
    await Promise.all(this.list.map((waker) => waker.stop?.()));
  }
}
