/** What a turn needs is read from several stores. A person may stop it meanwhile, and it does not take for ever. */

import { type Deadline, deadlineAfter } from "../../../src/agent/loop/run-call.ts";
import type { Later } from "../../../src/domain/later.ts";

const LONGEST_MS = 60_000;

export type Prepared<T> = { status: "ready"; value: T } | { status: "stopped" } | { status: "late" };

/** `work` is told by its signal that nobody waits for it any more: what it finds then is not to be shown. */
export async function prepare<T>(
  work: (wanted: AbortSignal) => Promise<T>,
  halted: AbortSignal,
  later: Later,
): Promise<Prepared<T>> {
  const limit = deadlineAfter(LONGEST_MS, later);
  const wanted = AbortSignal.any([halted, limit.signal]);
  try {
    const ready = work(wanted).then((value): Prepared<T> => ({ status: "ready", value }));
    return await Promise.race([ready, givenUp(halted, limit)]);
  } finally {
    limit.clear();
  }
}

function givenUp(halted: AbortSignal, limit: Deadline): Promise<{ status: "stopped" } | { status: "late" }> {
  return new Promise((resolve) => {
    const stop = () => resolve({ status: "stopped" });
    if (halted.aborted) stop();
    halted.addEventListener("abort", stop, { once: true });
    limit.signal.addEventListener("abort", () => resolve({ status: "late" }), { once: true });
  });
}
