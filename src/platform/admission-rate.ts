/** Rate at which turns begin, of which the wait of a queue is estimated. Holds plain values only. */

/** The mean counts beginnings of about this time, in ms. */
const MEAN_MS = 5_000;
/** Rate that is assumed of a queue from which nothing has begun yet, per second. */
const FIRST_RATE = 20;

export class AdmissionRate {
  private perSecond = FIRST_RATE;
  private counted_at: number | undefined;

  /** A turn has begun that had waited. `now` is in ms, only differences count. */
  begun(now: number): void {
    const before = this.counted_at;
    this.counted_at = now;
    if (before === undefined) return;
    const passed = Math.max(1, now - before);
    const share = 1 - Math.exp(-passed / MEAN_MS);
    this.perSecond += (1_000 / passed - this.perSecond) * share;
  }

  /** Seconds until that many turns have begun. */
  secondsFor(turns: number, now: number): number {
    const idle = this.counted_at === undefined ? 0 : now - this.counted_at;
    return turns / Math.max(0.1, this.perSecond * Math.exp(-idle / (4 * MEAN_MS)));
  }
}
