/**
 * Admission of a turn: it begins at once, or waits while the thread is full and reports its queue position.
 */
import type { Later } from "../../../src/domain/time/later.ts";
import type { TurnAdmission, TurnCandidate } from "../../../src/platform/turn-admission.ts";

/** Shorter waits are not reported. ms. */
const TOLD_AFTER_MS = 500;
const TOLD_EACH_MS = 3_000;
/** A planned turn that has waited this long gets the urgency of a person's. ms. */
const OVERDUE_MS = 60_000;
/** Polling interval in ms: the first in the queue polls often. */
const LOOK_MS = { first: 40, each_before: 15, most: 2_000 };

export interface Waits {
  admission: TurnAdmission;
  now(): number;
  later: Later;
  /** `before`: number of turns that begin earlier. */
  tell(before: number): void;
}

/** Never rejects. An admitted turn must be released with `TurnAdmission.left`. */
export async function waitToBegin(
  waits: Waits,
  candidate: TurnCandidate,
  signal: AbortSignal,
): Promise<"begins" | "stopped"> {
  const { admission, now } = waits;
  const since = now();
  let reported = { before: -1, at: since + TOLD_AFTER_MS - TOLD_EACH_MS };
  for (;;) {
    if (signal.aborted) return "stopped";
    const isOverdue = candidate.urgency === "planned" && now() - since > OVERDUE_MS;
    const answer = admission.ask(isOverdue ? { ...candidate, urgency: "asked" } : candidate, now());
    if (answer.status === "begins") return "begins";
    const { before } = answer;
    if (before !== reported.before && now() - reported.at >= TOLD_EACH_MS) {
      reported = { before, at: now() };
      waits.tell(before);
    }
    const look = Math.min(LOOK_MS.most, LOOK_MS.first + before * LOOK_MS.each_before);
    const untilTold = since + TOLD_AFTER_MS - now();
    await pause(waits, untilTold > 0 ? Math.min(look, untilTold) : look, signal);
  }
}

/** Ends early when somebody stops the turn. The timer's lateness shows how full the thread is. */
function pause({ admission, now, later }: Waits, ms: number, signal: AbortSignal): Promise<void> {
  const due = now() + ms;
  return new Promise((resolve) => {
    const stopped = () => {
      cancel();
      resolve();
    };
    const cancel = later(() => {
      signal.removeEventListener("abort", stopped);
      admission.recordDelay(now() - due, now());
      resolve();
    }, ms);
    signal.addEventListener("abort", stopped, { once: true });
  });
}
