/**
 * Decides when streamed text is drawn: at each frame if a frame is little work; otherwise so seldom that half of the
 * time is left for typing and scrolling. A frame in which a key was pressed belongs to the key. Times in ms.
 */

/** Text is never held back longer. */
const LONGEST_MS = 100;

export class FrameThrottle {
  private isTyped = false;
  private askedAt: number | null = null;
  private freeAt = 0;

  /** Call it when a key was pressed. */
  typed(): void {
    this.isTyped = true;
  }

  /** Whether the frame that begins at `now` draws the new text; asked at each frame until it does. */
  takes(now: number): boolean {
    this.askedAt ??= now;
    const isLate = now - this.askedAt >= LONGEST_MS;
    const isFree = !this.isTyped && now >= this.freeAt;
    this.isTyped = false;
    if (!isLate && !isFree) return false;
    this.askedAt = null;
    return true;
  }

  /** Reports how long drawing the frame took. */
  took(from: number, to: number): void {
    this.freeAt = to + Math.min(to - from, LONGEST_MS);
  }
}
