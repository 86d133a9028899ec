/** Predicts how many bytes an answer brings within a time, from those it has brought so far. */

/** Share of the predicted bytes that is waited for: an answer that slows down a little is not held back. */
const SHARE = 0.75;
/** The rate counts as known after this time, in ms: the first words may come in a burst. */
const LEAST_MS = 500;
/**
 * Most bytes to wait for until then, some five words: the answer may pause after its burst, and they wait with it.
 */
const MOST_OF_A_BURST = 1_000;

export class StreamRate {
  private began_at: number | undefined;
  private newest_at = 0;
  private bytes = 0;

  /** `now` in ms; only differences count. */
  came(bytes: number, now: number): void {
    // The model was thinking before the first bytes: neither that time nor those bytes tell its rate.
    if (this.began_at === undefined) this.began_at = now;
    else this.bytes += bytes;
    this.newest_at = now;
  }

  /** Bytes expected between the newest bytes and `then`; at least 1, and few while little is known. */
  dueAt(then: number): number {
    if (this.bytes === 0) return 1;
    const passed = this.newest_at - (this.began_at ?? this.newest_at);
    const due = (this.bytes / Math.max(1, passed)) * (then - this.newest_at);
    const most = passed < LEAST_MS ? MOST_OF_A_BURST : Number.POSITIVE_INFINITY;
    return Math.max(1, Math.min(most, Math.floor(due * SHARE)));
  }
}
