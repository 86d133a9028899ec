/** How many runs are begun at once: as many as the house takes without holding up people who write meanwhile. */

const FIRST = 4;
const MOST = 12;
/** A house that takes longer than this to take them in has other things to do. */
const SLOW_MS = 500;

export class BeginPace {
  private size = FIRST;

  get most(): number {
    return this.size;
  }

  /** So many were begun side by side, in so many ms. */
  took(begun: number, ms: number): void {
    if (begun === 0) return;
    if (ms > SLOW_MS) this.size = Math.max(1, Math.floor(this.size / 2));
    else if (begun >= this.size) this.size = Math.min(MOST, this.size + 2);
  }
}
