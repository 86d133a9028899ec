/**
 * All reasons to be awake of one conversation: the alarm stands at the first of them, and asks all when it rings. One that
 * fails takes neither the others nor the alarm along.
 */
import type { Alarms } from "../alarms.ts";
import { Failures, type FailuresDeps } from "./failures.ts";
import type { Waker } from "./waker.ts";

export class Wakers {
  private readonly list: readonly Waker[];
  private readonly alarms: Alarms;
  private readonly failures: Failures;

  constructor(list: readonly Waker[], alarms: Alarms, deps: FailuresDeps) {
    this.list = list;
    this.alarms = alarms;
    this.failures = new Failures(deps);
  }

  /** Sees to it that the object wakes for the first of them; with names, for the first of those. */
  rearm(...names: string[]): void {
    for (const waker of this.list) {
      const at = names.length === 0 || names.includes(waker.name) ? this.dueOf(waker) : null;
      if (at !== null) this.alarms.ensure(at, waker.name);
    }
  }

  /** The alarm rang: whatever is due by `now`, and the next reason to wake. Never rejects. */
  async wake(now: number): Promise<void> {
    const asked = this.list.filter(({ name }) => this.failures.mayTry(name, now));
    const entered = asked.filter((waker) => this.enters(waker, now));
    let before: Promise<unknown> = Promise.resolve();
    for (const waker of entered) before = Promise.all([before, this.works(waker, now, before)]);
    // Before the waiting: a store that is slow must not hold up the next reason to wake.
    this.rearm();
    await before;
    this.rearm();
  }

  /** Resolves when nothing of them runs any more. */
  async stop(): Promise<void> {
    await Promise.all(this.list.map((waker) => waker.stop?.()));
  }

  /** One that has failed is tried again after its pause, whatever it says itself. */
  private dueOf(waker: Waker): number | null {
    const until = this.failures.until(waker.name);
    if (until !== undefined) return until;
    try {
      return waker.due();
    } catch (problem) {
      this.failures.failed(waker.name, problem);
      return this.failures.until(waker.name) ?? null;
    }
  }

  private enters(waker: Waker, now: number): boolean {
    try {
      waker.enter?.(now);
      return true;
    } catch (problem) {
      this.failures.failed(waker.name, problem);
      return false;
    }
  }

  /** Never rejects. */
  private async works(waker: Waker, now: number, before: Promise<unknown>): Promise<void> {
    try {
      await waker.wake?.(now, before);
      // It can say as well when it is due again.
      waker.due();
      this.failures.recovered(waker.name);
    } catch (problem) {
      this.failures.failed(waker.name, problem);
    }
  }
}
