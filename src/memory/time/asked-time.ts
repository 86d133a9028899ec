/** Questions of time. The rules are large, and few questions need them: they are loaded for those. */
import type { Passage } from "../ports/model.ts";
import { mayAskForTime } from "../text/may-ask-time.ts";
import type { TimeAsked } from "./asked.ts";
import type { Clock } from "./range.ts";
import type { TimelineLine } from "./timeline.ts";

/** Undefined where the question cannot be one of time. */
export async function timeAsked(question: string, clock: Clock): Promise<TimeAsked | undefined> {
  if (!mayAskForTime(question)) return undefined;
  const { timeAskedIn } = await import("./asked.ts");
  return timeAskedIn(question, clock);
}

/** Results in order of time; undefined where the question does not ask for a time. */
export async function timelineFor<T extends { passage: Passage; part?: number }>(
  question: string,
  found: readonly T[],
  clock: Clock,
): Promise<TimelineLine<T>[] | undefined> {
  if (found.length === 0 || !mayAskForTime(question)) return undefined;
  const { timelineOf } = await import("./timeline.ts");
  return timelineOf(question, found, clock);
}
