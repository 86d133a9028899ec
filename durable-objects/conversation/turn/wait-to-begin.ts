/** A turn begins at once, or waits for its place while the thread is full and says how many begin before it. */
import type { Later } from "../../../src/domain/time/later.ts";
import type { Starter, Starts } from "../../../src/platform/starts.ts";

/** Who waits shorter is not told. ms. */
const TOLD_AFTER_MS = 500;
const TOLD_EACH_MS = 3_000;
/** What is planned and has waited so long waits like what a person has asked. ms. */
const OVERDUE_MS = 60_000;
/** ms from one look to the next: the first in the row looks often. */
const LOOK_MS = { first: 40, each_before: 15, most: 2_000 };

export interface Waits {
  starts: Starts;
  now(): number;
  later: Later;
  /** So many begin before it. */
  tell(before: number): void;
}

/** Never rejects. What has begun is left by `starts.left`. */
export async function waitToBegin(
  waits: Waits,
  starter: Starter,
  signal: AbortSignal,
): Promise<"begins" | "refused" | "stopped"> {
  const { starts, now } = waits;
  const since = now();
  let told = { before: -1, at: since + TOLD_AFTER_MS - TOLD_EACH_MS };
  for (;;) {
    if (signal.aborted) return "stopped";
    const isOverdue = starter.urgency === "planned" && now() - since > OVERDUE_MS;
    const answer = starts.ask(isOverdue ? { ...starter, urgency: "asked" } : starter, now());
    if (answer.status !== "waits") return answer.status;
    const { before } = answer;
    if (before !== told.before && now() - told.at >= TOLD_EACH_MS) {
      told = { before, at: now() };
      waits.tell(before);
    }
    const look = Math.min(LOOK_MS.most, LOOK_MS.first + before * LOOK_MS.each_before);
    const untilTold = since + TOLD_AFTER_MS - now();
    await pause(waits, untilTold > 0 ? Math.min(look, untilTold) : look, signal);
  }
}

/** Shorter when somebody stops it. How late the timer comes tells how full the thread is. */
function pause({ starts, now, later }: Waits, ms: number, signal: AbortSignal): Promise<void> {
  const due = now() + ms;
  return new Promise((resolve) => {
    const stopped = () => {
      cancel();
      resolve();
    };
    const cancel = later(() => {
      signal.removeEventListener("abort", stopped);
      starts.heard(now() - due, now());
      resolve();
    }, ms);
    signal.addEventListener("abort", stopped, { once: true });
  });
}
