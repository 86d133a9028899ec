/**
 * Postpones after-turn work until the thread has time for it. Meanwhile the alarm stands at the next check.
 */
import type { BackgroundThrottle, BackgroundWork } from "../../../src/platform/background-throttle.ts";

export class BackgroundGate {
  private readonly throttle: BackgroundThrottle;
  private waiting: BackgroundWork | undefined;
  private heldUntil = Number.NEGATIVE_INFINITY;
  private cameAt: number | undefined;

  constructor(throttle: BackgroundThrottle) {
    this.throttle = throttle;
  }

  /** Time at which the object must be awake for work that is due at `due`. */
  dueOf(due: number | null): number | null {
    return due === null ? null : Math.max(due, this.heldUntil);
  }

  /** Whether postponed work has already begun in this waking. */
  isOver(now: number): boolean {
    return this.cameAt === now;
  }

  /** Whether due work may be done now. All work that is due in one waking is done together. */
  hasCome(now: number): boolean {
    if (this.isOver(now)) return true;
    this.waiting ??= { since: now };
    const pause = this.throttle.pauseFor(this.waiting, now);
    if (pause > 0) {
      this.heldUntil = now + pause;
      return false;
    }
    this.waiting = undefined;
    this.cameAt = now;
    return true;
  }
}
