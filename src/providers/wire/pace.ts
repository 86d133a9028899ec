/** How many bytes an answer brings in a time, by what it has brought so far. */

/** Of what is due: an answer that is a little slower than it was holds nothing back. */
const SHARE = 0.75;
/** A burst, after which the answer may pause, is no pace: what is heard for less long tells none. ms. */
const LEAST_MS = 500;

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

  /** From the newest bytes to that time; at least 1, and no more while too little is known. */
  dueAt(then: number): number {
    const passed = this.newest_at - (this.began_at ?? this.newest_at);
    if (passed < LEAST_MS) return 1;
    const due = (this.bytes / passed) * (then - this.newest_at);
    return Math.max(1, Math.floor(due * SHARE));
  }
}
