/** Questions of time. The rules are large: they are asked only where a question may be one of time. */
import type { Passage } from "../ports/model.ts";
import { mayAskForTime } from "../text/may-ask-time.ts";
import { type TimeAsked, timeAskedIn } from "./asked.ts";
import type { Clock } from "./range.ts";
import { type TimelineLine, timelineOf } from "./timeline.ts";

/** Undefined where the question cannot be one of time. */
export async function timeAsked(question: string, clock: Clock): Promise<TimeAsked | undefined> {
  if (!mayAskForTime(question)) return undefined;
  return timeAskedIn(question, clock);
}

/** Results in order of time; undefined where the question does not ask for a time. */
export async function timelineFor<T extends { passage: Passage; part?: number }>(
  question: string,
  found: readonly T[],
  clock: Clock,
): Promise<TimelineLine<T>[] | undefined> {
  if (found.length === 0 || !mayAskForTime(question)) return undefined;
  return timelineOf(question, found, clock);
}
