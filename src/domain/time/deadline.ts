/** Time limits for work. */
import type { Later } from "./later.ts";

export interface Deadline {
  /** Aborts when the time is up. */
  signal: AbortSignal;
  /** Cancels the timer, which would otherwise keep the machine awake. */
  clear(): void;
}

export function deadlineAfter(ms: number, later: Later): Deadline {
  const controller = new AbortController();
  return { signal: controller.signal, clear: later(() => controller.abort(), ms) };
}

interface Bounds {
  ms: number;
  later: Later;
  /** Aborts the wait early. */
  stop?: AbortSignal;
}

export type InTime<T> = { status: "ready"; value: T } | { status: "stopped" } | { status: "late" };

/**
 * Runs `work` with a time limit. Its signal aborts once nobody waits any more; a later result or error is
 * dropped. Rejects only when `work` rejects in time.
 */
export async function within<T>(
  { ms, later, stop }: Bounds,
  work: (wanted: AbortSignal) => Promise<T>,
): Promise<InTime<T>> {
  const wanted = new AbortController();
  const { promise: givenUp, resolve } = Promise.withResolvers<InTime<never>>();
  const giveUp = (status: "stopped" | "late") => {
    resolve({ status });
    wanted.abort();
  };
  const stopped = () => giveUp("stopped");
  const clear = later(() => giveUp("late"), ms);
  if (stop?.aborted) stopped();
  else stop?.addEventListener("abort", stopped, { once: true });
  try {
    const ready = work(wanted.signal).then((value): InTime<T> => ({ status: "ready", value }));
    return await Promise.race([ready, givenUp]);
  } finally {
    clear();
    stop?.removeEventListener("abort", stopped);
  }
}
