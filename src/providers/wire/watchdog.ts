/** Ends a silent call. One timer, re-armed when it fires, instead of one per chunk. */
import type { Clock } from "../provider.ts";

export interface Watchdog {
  /** A byte arrived; from now on `limit_ms` of silence ends the call. */
  rearm(limit_ms: number): void;
  /** Whether the watchdog ended the call. */
  readonly expired: boolean;
  stop(): void;
}

interface Patience {
  /** Longest silence before the first byte. */
  first_ms: number;
  /** The limit that `rearm` is usually given: the first timer serves it too. */
  then_ms: number;
}

/** Calls `end` once, after `first_ms` without a byte, or after the last limit given to `rearm`. */
export function startWatchdog(clock: Clock, { first_ms, then_ms }: Patience, end: () => void): Watchdog {
  let limit = first_ms;
  let lastByteAt = clock.now();
  let expired = false;
  const soonest = Math.min(first_ms, then_ms);
  let cancel = clock.after(soonest, check);
  let armedFor = lastByteAt + soonest;

  function check(): void {
    const rest = lastByteAt + limit - clock.now();
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
    rearm(limit_ms) {
      lastByteAt = clock.now();
      if (limit_ms === limit) return;
      limit = limit_ms;
      if (lastByteAt + limit >= armedFor) return;
      cancel();
      arm(limit);
    },
    get expired() {
      return expired;
    },
    stop: () => cancel(),
  };
}
