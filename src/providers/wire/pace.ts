/** How many bytes an answer brings in a time, by what it has brought so far. */

/** Of what is due: an answer that is a little slower than it was holds nothing back. */
const SHARE = 0.75;
/** An answer's pace is known once it was heard for so long: its first words may come in a burst. ms. */
const LEAST_MS = 500;
/** What is gathered at most until then, some five words: the answer may pause after its burst, and they wait with it. */
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
