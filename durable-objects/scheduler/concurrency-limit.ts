/**
 * Adaptive limit on runs that begin at once: as many as the instance takes without delaying people who write
 * meanwhile.
 */

const FIRST = 4;
const MOST = 12;
/** Beginning a batch slower than this means that the instance is busy. */
const SLOW_MS = 500;

export class ConcurrencyLimit {
  private size = FIRST;

  get most(): number {
    return this.size;
  }

  /** Adjusts the limit after a batch: `begun` runs began in parallel and took `ms`. */
  took(begun: number, ms: number): void {
    if (begun === 0) return;
    if (ms > SLOW_MS) this.size = Math.max(1, Math.floor(this.size / 2));
    else if (begun >= this.size) this.size = Math.min(MOST, this.size + 2);
  }
}
