/**
 * Throttle for background work (index, trail, titles, memories), shared by all objects in this isolate. While
 * many answers stream, background work waits so that they stay fluent; after half a minute waiting work
 * proceeds at a fixed pace. Holds plain values only; the work itself is stored with its owner.
 */
import type { TurnAdmission } from "./turn-admission.ts";

export interface BackgroundWork {
  /** Time at which the work first became ready, in ms. */
  since: number;
  /** Time from which the work may run whatever the load is, since it has waited long enough, in ms. */
  place?: number;
}

const LONGEST_MS = 30_000;
/**
 * Interval after which waiting work asks again: each check wakes an object and stores its next alarm, which took
 * a fifth of an overloaded thread when it came each 5 to 10 s. ms.
 */
const LOOK_MS = 15_000;
/**
 * Interval between pieces that have waited long enough: they leave faster than new ones arrive under load, so
 * that no backlog grows. ms.
 */
const PACE_MS = 25;

export class BackgroundThrottle {
  private readonly starts: Pick<TurnAdmission, "isCrowded">;
  private last_place = Number.NEGATIVE_INFINITY;

  constructor(starts: Pick<TurnAdmission, "isCrowded">) {
    this.starts = starts;
  }

  isHeld(now: number): boolean {
    return this.starts.isCrowded(now);
  }

  /**
   * ms until the work should ask again, with the same `work`; 0: run it now. `now` is in ms, only differences
   * count. Writes the work's `place` once it has one.
   */
  pauseFor(work: BackgroundWork, now: number): number {
    if (!this.isHeld(now)) return 0;
    const waited = now - work.since;
    if (waited < LONGEST_MS) return Math.min(LOOK_MS, LONGEST_MS - waited);
    if (work.place === undefined) {
      this.last_place = Math.max(now, this.last_place + PACE_MS);
      work.place = this.last_place;
    }
    return Math.min(LOOK_MS, Math.max(0, work.place - now));
  }
}

/** Resolves when the work may run. `pause` resolves after so many ms. */
export async function whenQuiet(
  later: BackgroundThrottle,
  now: () => number,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  const work: BackgroundWork = { since: now() };
  for (let ms = later.pauseFor(work, now()); ms > 0; ms = later.pauseFor(work, now()))
    await pause(Math.min(ms, LOOK_EACH_MS));
}

/** An object that is awake anyway asks more often. ms. */
const LOOK_EACH_MS = 1_000;
