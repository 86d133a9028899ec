/** The days that a passage names: an event's day counts before the day on which it was told. */
import type { Passage } from "../ports/model.ts";
import { type Days, dayOf } from "./calendar.ts";
import { asRead, isOfFuture, type Mention, mentionsIn } from "./mentions.ts";

type Told = Pick<Passage, "text" | "said_at">;

/** Longer stretches ("last year") say too little of a day. */
const LONGEST = 62;
/** Characters; a longer text is a page, whose dates are many. */
const LONGEST_TEXT = 1_200;

/** Passages are kept between searches, and so are their days. */
const known = new WeakMap<Told, { zone: string | undefined; days: readonly Mention[] }>();

/** Days in the order of the text; none where the passage has no day itself. */
export function daysTold(passage: Told, time_zone: string | undefined): readonly Mention[] {
  const found = known.get(passage);
  if (found !== undefined && found.zone === time_zone) return found.days;
  const days = read(passage, time_zone);
  known.set(passage, { zone: time_zone, days });
  return days;
}

function read({ text, said_at }: Told, time_zone: string | undefined): readonly Mention[] {
  if (said_at === undefined || text.length > LONGEST_TEXT) return [];
  const words = asRead(text);
  const reading = { today: dayOf(said_at, time_zone), isTold: true, isOfFuture: isOfFuture(words) };
  return mentionsIn(words, reading).filter(({ days }) => days.to - days.from <= LONGEST);
}

export function overlap(one: Days, other: Days): boolean {
  return one.from < other.to && other.from < one.to;
}
