/** The words by which the index knows the days of a stretch of time: "25 november 2026", or "november 2026". */
import type { QueryWord } from "../ports/index-port.ts";
import { dateWords } from "../text/dates.ts";
import type { DatedQuestion } from "./range.ts";

const DAY_MS = 86_400_000;
/** Longer stretches are looked for by their months, and still longer ones not at all. */
const MOST_DAYS = 10;
const MOST_MONTHS = 4;
/** Passages that a time counts as: it is as rare as a word in so few, since who asks for it means it. */
const COUNTED_AS = 5;

/** The index knows days of UTC, so a day of another zone lies in two of them. */
export function daysAsWords(range: DatedQuestion | undefined): QueryWord[] {
  if (range === undefined) return [];
  const { from, to } = range.span;
  const first = Math.floor(from / DAY_MS);
  const days = Math.ceil(to / DAY_MS) - first;
  if (days > MOST_MONTHS * 31) return [];
  const named = Array.from({ length: days }, (_, at) => dateWords((first + at) * DAY_MS).split(" "));
  const phrases = new Set(named.map((parts) => parts.slice(days > MOST_DAYS ? 1 : 0, 3).join(" ")));
  return [...phrases].map((phrase) => ({ word: phrase, stem: phrase, near: [], count: COUNTED_AS }));
}
