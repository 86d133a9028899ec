/** What a turn leaves is done when the thread has time for it; until then the alarm stands at the next look. */
import type { LaterWork, LateWork } from "../../../src/platform/later-work.ts";

export class Calm {
  private readonly laterWork: LaterWork;
  private waiting: LateWork | undefined;
  private heldUntil = Number.NEGATIVE_INFINITY;
  private cameAt: number | undefined;

  constructor(laterWork: LaterWork) {
    this.laterWork = laterWork;
  }

  /** When the object has to be awake for what is due then. */
  dueOf(due: number | null): number | null {
    return due === null ? null : Math.max(due, this.heldUntil);
  }

  /** Whether something that was due has been begun in this waking. */
  isOver(now: number): boolean {
    return this.cameAt === now;
  }

  /** Whether what is due is done now. All that is due in one waking is done together. */
  hasCome(now: number): boolean {
    if (this.isOver(now)) return true;
    this.waiting ??= { since: now };
    const pause = this.laterWork.pauseFor(this.waiting, now);
    if (pause > 0) {
      this.heldUntil = now + pause;
      return false;
    }
    this.waiting = undefined;
    this.cameAt = now;
    return true;
  }
}
