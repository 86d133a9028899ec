/** Work that is given so much time and no more. */
import type { Later } from "./later.ts";

export interface Deadline {
  /** Aborts when the time is up. */
  signal: AbortSignal;
  /** It is needed no longer: no timer is left to keep the machine awake. */
  clear(): void;
}

export function deadlineAfter(ms: number, later: Later): Deadline {
  const controller = new AbortController();
  return { signal: controller.signal, clear: later(() => controller.abort(), ms) };
}

export interface Bounds {
  ms: number;
  later: Later;
  /** Somebody stops it meanwhile. */
  stop?: AbortSignal;
}

export type InTime<T> = { status: "ready"; value: T } | { status: "stopped" } | { status: "late" };

/**
 * The signal of `work` aborts when nobody waits for it any more: its result and its error are dropped then. Rejects when
 * `work` rejects in time.
 */
export async function within<T>(
  { ms, later, stop }: Bounds,
  work: (wanted: AbortSignal) => Promise<T>,
): Promise<InTime<T>> {
  const limit = deadlineAfter(ms, later);
  const wanted = stop ? AbortSignal.any([stop, limit.signal]) : limit.signal;
  try {
    const ready = work(wanted).then((value): InTime<T> => ({ status: "ready", value }));
    return await Promise.race([ready, givenUp(limit.signal, stop)]);
  } finally {
    limit.clear();
  }
}

function givenUp(limit: AbortSignal, stop: AbortSignal | undefined): Promise<InTime<never>> {
  return new Promise((resolve) => {
    const stopped = () => resolve({ status: "stopped" });
    if (stop?.aborted) stopped();
    stop?.addEventListener("abort", stopped, { once: true });
    limit.addEventListener("abort", () => resolve({ status: "late" }), { once: true });
  });
}
