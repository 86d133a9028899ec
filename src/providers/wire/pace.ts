/** How many bytes an answer brings in a time, by what it has brought so far. */

/** Of what is due: an answer that is a little slower than it was holds nothing back. */
const SHARE = 0.75;
/** A burst, after which the answer may pause, is no pace: what is heard for less long tells little. ms. */
const LEAST_MS = 500;
/** Until then: some five words, which a burst brings at once and a person hardly misses. */
const MOST_OF_A_BURST = 1_000;

export class Pace {
  private began_at: number | undefined;
  private newest_at = 0;
  private bytes = 0;

  /** ms, only differences count. */
  came(bytes: number, now: number): void {
    // Before the first bytes the model was thinking: neither that time nor those bytes tell its pace.
    if (this.began_at === undefined) this.began_at = now;
    else this.bytes += bytes;
    this.newest_at = now;
  }

  /** From the newest bytes to that time; at least 1, and few while little is known. */
  dueAt(then: number): number {
    if (this.bytes === 0) return 1;
    const passed = this.newest_at - (this.began_at ?? this.newest_at);
    const due = (this.bytes / Math.max(1, passed)) * (then - this.newest_at);
    const most = passed < LEAST_MS ? MOST_OF_A_BURST : Number.POSITIVE_INFINITY;
    return Math.max(1, Math.min(most, Math.floor(due * SHARE)));
  }
}
