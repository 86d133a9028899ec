/** A question of time, as a search needs it. Loaded where a question may be one. */
import type { Passage } from "../ports/model.ts";
import { dateInText } from "../text/dates.ts";
import { dateSignal } from "./date-signal.ts";
import { eventsIn, type TimeKind, timeKindOf } from "./question.ts";
import { type Clock, type DatedQuestion, rangeIn } from "./range.ts";
import { isRecap } from "./recap.ts";

export interface TimeAsked {
  /** An order, a distance or a point in time is asked for. */
  kind?: TimeKind;
  /** The stretch of time that is asked about. */
  range?: DatedQuestion;
  /** Asks only for what was said or done in that time. */
  isRecap: boolean;
  /** The events of an order or a distance, each as words to search for. */
  events: readonly string[];
  /** Fit of a passage to the date or the time that is named, 0 to 1.2. */
  fit(passage: Passage): number;
}

export function timeAskedIn(question: string, clock: Clock): TimeAsked {
  const date = dateInText(question);
  const range = rangeIn(question, clock);
  const kind = timeKindOf(question);
  const asked = { ...(date !== undefined && { date }), ...(range !== undefined && { range }) };
  return {
    ...(kind !== undefined && { kind }),
    ...(range !== undefined && { range }),
    isRecap: range !== undefined && isRecap(range.rest),
    events: kind === undefined ? [] : eventsIn(question, kind),
    fit: (passage) => dateSignal(asked, passage, clock.time_zone),
  };
}
