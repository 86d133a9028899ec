/**
 * When what streams in is drawn: at each frame where a frame is little work, and seldom enough elsewhere that half of the time is left
 * for whoever types and scrolls. A frame in which a key was pressed is the key's own. Times in ms.
 */

/** Words are never held longer. */
const LONGEST_MS = 100;

export class Pace {
  private isTyped = false;
  private askedAt: number | null = null;
  private freeAt = 0;

  /** A key was pressed. */
  typed(): void {
    this.isTyped = true;
  }

  /** Whether the frame that begins at `now` draws what has come; asked at each frame until it does. */
  takes(now: number): boolean {
    this.askedAt ??= now;
    const isLate = now - this.askedAt >= LONGEST_MS;
    const isFree = !this.isTyped && now >= this.freeAt;
    this.isTyped = false;
    if (!isLate && !isFree) return false;
    this.askedAt = null;
    return true;
  }

  /** The frame that was drawn has kept the page so long. */
  took(from: number, to: number): void {
    this.freeAt = to + Math.min(to - from, LONGEST_MS);
  }
}
