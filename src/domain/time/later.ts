/** Calls back after `ms`, unless its result is called first: a timer that is left keeps an object in memory. */
export type Later = (callback: () => void, ms: number) => () => void;

const STEP_MS = 1_000;

/**
 * Counts only time in which the thread was free. It waits in steps: a thread that is kept from its work comes late to each
 * of them, and how late does not count. So what has come meanwhile is heard before it counts as absent.
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
