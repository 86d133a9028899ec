/**
 * Programs compute in slices, one after another, and between two slices of whichever programs the process belongs to
 * everybody else. A slot is reserved, so that nobody starves.
 */

/** ms that a program computes before others get their turn. */
export const SLICE_MS = 4;
/** ms for others after each slice: a short request is a handful of turns of the event loop. */
const GAP_MS = 3;

export interface Fairness {
  /** Resolves when the next slice may begin. */
  pause(): Promise<void>;
}

/**
 * Share one among all programs of a process. It shares a number and no promise: one request of a Worker may not wait
 * for what another one settles.
 */
export function createFairness(clock: () => number): Fairness {
  let freeAt = 0;
  return {
    pause() {
      const now = clock();
      const slot = Math.max(freeAt, now + GAP_MS);
      freeAt = slot + SLICE_MS + GAP_MS;
      return new Promise((resolve) => setTimeout(resolve, slot - now));
    },
  };
}
