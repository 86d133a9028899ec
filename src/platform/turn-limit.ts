/**
 * Adaptive limit of running turns (additive by time, multiplicative in size): while the thread is full, it
 * shrinks until no more turns begin than end. Holds plain values only.
 */

/** Lateness of timers in ms up to which longer frames alone compensate. */
export const BUSY_MS = 50;
/** Lateness in ms above which answers stutter. */
export const FULL_MS = 200;
/** Number of turns that always run: their answers stream at reading pace (`npm run bench -- --streams`). */
export const FEWEST_TURNS = 100;
/** Limit with which a full thread begins: a wave of answers has begun before the limit is felt. */
const FIRST_LIMIT = 400;
const STEP_MS = 500;
const SHRINK = 0.9;
const GROW = 1.05;

export class TurnLimit {
  private limit = FIRST_LIMIT;
  private stepped_at = Number.NEGATIVE_INFINITY;

  /** Number of turns that may run. `lateness_ms` is that of timers over a second; `now` is in ms, only differences count. */
  at(lateness_ms: number, now: number): number {
    if (lateness_ms < BUSY_MS) this.limit = FIRST_LIMIT;
    else if (now - this.stepped_at >= STEP_MS) {
      this.stepped_at = now;
      const wanted = this.limit * (lateness_ms >= FULL_MS ? SHRINK : GROW);
      this.limit = Math.min(FIRST_LIMIT, Math.max(FEWEST_TURNS, wanted));
    }
    return Math.floor(this.limit);
  }
}
