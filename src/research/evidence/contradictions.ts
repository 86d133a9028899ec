/** Notes of different sources that speak of the same and say different figures, dates, or its opposite. */
import { datesOf } from "../check/dates.ts";
import { figuresOf } from "../check/figures.ts";
import { deniesOtherwise } from "../check/negation.ts";
import { overlap } from "../check/words.ts";
import type { Note } from "./ledger.ts";

export interface Contradiction {
  /** Ids of the two notes. */
  one: string;
  other: string;
}

/** Share of words in common from which two claims are about the same. */
const SAME = 0.6;

export function contradictionsIn(notes: readonly Note[]): Contradiction[] {
  const found: Contradiction[] = [];
  notes.forEach((one, at) => {
    for (const other of notes.slice(at + 1))
      if (one.source_id !== other.source_id && contradict(one.claim, other.claim))
        found.push({ one: one.id, other: other.id });
  });
  return found;
}

function contradict(one: string, other: string): boolean {
  const [mine, theirs] = [withoutFigures(one), withoutFigures(other)];
  if (Math.min(overlap(mine.words, theirs.words), overlap(theirs.words, mine.words)) < SAME) return false;
  if (differ(mine.dates, theirs.dates)) return mine.figures.length + theirs.figures.length === 0;
  return differ(mine.figures, theirs.figures) || deniesOtherwise(one, [other]);
}

function withoutFigures(claim: string): { words: string; dates: string[]; figures: string[] } {
  const { dates, rest } = datesOf(claim);
  const figures = figuresOf(rest);
  return {
    words: rest.replace(/[\d.,]+/g, " "),
    dates: dates.map(({ day = "", month = "", year = "" }) => `${year}-${month}-${day}`),
    figures: figures.map(
      ({ values, unit }) => `${(values[0] ?? 0) * (unit?.factor ?? 1)}${unit?.measures ?? ""}`,
    ),
  };
}

/** Tells whether both give as many values, and none in common. */
function differ(mine: readonly string[], theirs: readonly string[]): boolean {
  return mine.length > 0 && mine.length === theirs.length && mine.every((value) => !theirs.includes(value));
}
