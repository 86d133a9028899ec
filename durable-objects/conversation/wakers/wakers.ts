/**
 * All wakers of one conversation. The alarm is set to the earliest and calls all of them. One that fails
 * affects neither the others nor the alarm.
 */
import type { Alarms } from "../alarms.ts";
import { Failures, type FailuresDeps } from "./failures.ts";
import type { Waker } from "./waker.ts";

export class Wakers {
  private list: readonly Waker[] = [];
  private readonly alarms: Alarms;
  private readonly failures: Failures;

  constructor(alarms: Alarms, deps: FailuresDeps) {
    this.alarms = alarms;
    this.failures = new Failures(deps);
  }

  /** Called once, when all that has reasons to wake is built. Until then there is no reason. */
  set(list: readonly Waker[]): void {
    this.list = list;
  }

  /** Sets the alarm for the earliest waker; with names, for the earliest of those. */
  rearm(...names: string[]): void {
    for (const waker of this.list) {
      const at = names.length === 0 || names.includes(waker.name) ? this.dueOf(waker) : null;
      if (at !== null) this.alarms.ensure(at, waker.name);
    }
  }

  /** The alarm fired: does all work due by `now` and sets the next alarm. Never rejects. */
  async wake(now: number): Promise<void> {
    const tried = this.list.filter(({ name }) => this.failures.mayTry(name, now));
    const entered = tried.filter((waker) => this.enters(waker, now));
    let before: Promise<unknown> = Promise.resolve();
    for (const waker of entered) before = Promise.all([before, this.works(waker, now, before)]);
    // Rearms before waiting: a slow store must not delay the next reason to wake.
    this.rearm();
    await before;
    this.rearm();
  }

  /** Resolves when no waker's work runs any more. */
  async stop(): Promise<void> {
    await Promise.all(this.list.map((waker) => waker.stop?.()));
  }

  /** A failed waker is due after its pause, whatever it says itself. */
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
      // `due` must work as well, or the waker counts as failed.
      waker.due();
      this.failures.recovered(waker.name);
    } catch (problem) {
      this.failures.failed(waker.name, problem);
    }
  }
}
