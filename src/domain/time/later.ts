/**
 * Timer: calls back after `ms` and returns its cancel function. Cancel a timer that is not needed: it keeps
 * an object in memory.
 */
export type Later = (callback: () => void, ms: number) => () => void;

const STEP_MS = 1_000;

/**
 * A timer that counts only time in which the thread was free. It waits in steps, and the lateness of a step
 * on a blocked thread does not count, so that what arrived meanwhile is handled before it counts as absent.
 */
export function inFreeTime(later: Later): Later {
  return (callback, ms) => {
    let cancel = () => {};
    const wait = (left: number): void => {
      const isLast = left <= STEP_MS;
      cancel = later(isLast ? callback : () => wait(left - STEP_MS), isLast ? left : STEP_MS);
    };
    wait(ms);
    return () => cancel();
  };
}
