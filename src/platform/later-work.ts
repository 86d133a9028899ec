/**
 * When that is done for which nobody waits: the index, the trail, titles, memories. While many answers run and fill the
 * isolate's one thread it waits, so that they stay fluent; not for ever: after half a minute one piece after the other is
 * done at a pace. Plain values, which all objects share. What waits is written down where it waits.
 */
import type { Starts } from "./starts.ts";

export interface LateWork {
  /** When it could first have been done. ms. */
  since: number;
  /** From then on it may be done, whatever the load is: it has waited for so long. ms. */
  place?: number;
}

const LONGEST_MS = 30_000;
/** Who waits looks again after so long, then after twice as long: each look wakes an object. ms. */
const LOOK_MS = 5_000;
const LONGEST_LOOK_MS = 10_000;
/** From one piece that has waited for so long to the next: more than begin in a crowd, so that no row grows. ms. */
const PACE_MS = 25;

export class LaterWork {
  private readonly starts: Pick<Starts, "isCrowded">;
  private last_place = Number.NEGATIVE_INFINITY;

  constructor(starts: Pick<Starts, "isCrowded">) {
    this.starts = starts;
  }

  isHeld(now: number): boolean {
    return this.starts.isCrowded(now);
  }

  /**
   * How long it waits before it asks again, with the same `work`; 0: it is done now. `now`: ms, only differences count.
   * Writes down the place that it comes to in `work`.
   */
  pauseFor(work: LateWork, now: number): number {
    if (!this.isHeld(now)) return 0;
    const waited = now - work.since;
    if (waited < LONGEST_MS) return Math.min(Math.max(LOOK_MS, waited), LONGEST_LOOK_MS, LONGEST_MS - waited);
    if (work.place === undefined) {
      this.last_place = Math.max(now, this.last_place + PACE_MS);
      work.place = this.last_place;
    }
    return Math.min(LONGEST_LOOK_MS, Math.max(0, work.place - now));
  }
}

/** Resolves when it may be done. `pause` settles after so many ms. */
export async function whenQuiet(
  later: LaterWork,
  now: () => number,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  const work: LateWork = { since: now() };
  for (let ms = later.pauseFor(work, now()); ms > 0; ms = later.pauseFor(work, now()))
    await pause(Math.min(ms, LOOK_EACH_MS));
}

/** One that is awake anyway looks more often. ms. */
const LOOK_EACH_MS = 1_000;
