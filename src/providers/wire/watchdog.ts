/** Ends a silent call. One timer re-armed when it fires, not one a chunk. */
import type { Clock } from "../provider.ts";

export interface Watchdog {
  /** A byte came; from now on `limit_ms` of silence is too much. */
  heard(limit_ms: number): void;
  /** Whether it ended the call. */
  readonly expired: boolean;
  stop(): void;
}

export interface Patience {
  /** Before the first sign. */
  first_ms: number;
  /** What `heard` will mostly be given: the timer that runs from the beginning serves it too. */
  then_ms: number;
}

/** Calls `end` once, after `first_ms` without a sign, or the last limit given to `heard`. */
export function startWatchdog(clock: Clock, { first_ms, then_ms }: Patience, end: () => void): Watchdog {
  let limit = first_ms;
  let heardAt = clock.now();
  let expired = false;
  const soonest = Math.min(first_ms, then_ms);
  let cancel = clock.after(soonest, check);
  let armedFor = heardAt + soonest;

  function check(): void {
    const rest = heardAt + limit - clock.now();
    if (rest > 0) {
      arm(rest);
      return;
    }
    expired = true;
    end();
  }

  function arm(ms: number): void {
    armedFor = clock.now() + ms;
    cancel = clock.after(ms, check);
  }

  return {
    heard(limit_ms) {
      heardAt = clock.now();
      if (limit_ms === limit) return;
      limit = limit_ms;
      if (heardAt + limit >= armedFor) return;
      cancel();
      arm(limit);
    },
    get expired() {
      return expired;
    },
    stop: () => cancel(),
  };
}
