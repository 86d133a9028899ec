/** Checks a sentence against the passages that it cites: figures, dates, names and negations must stand there. */

import { languageOf } from "../../domain/text/language/known-language.ts";
import { agrees, datesOf } from "./dates.ts";
import { type Figure, figuresOf, figuresOfParts } from "./figures.ts";
import { hasName, namesOf } from "./names.ts";
import { deniesOtherwise } from "./negation.ts";

export interface ProgramCheck {
  /** Parts of the sentence that the passages lack, in words for people; empty: nothing was found against it. */
  missing: string[];
}

interface Cited {
  sentence: string;
  /** The quotes that it cites, with what surrounds each in its source. */
  passages: readonly string[];
  /** Names that need no evidence: those of the question and the sources' titles. */
  known?: string;
}

const ROUNDING = 0.06;
const EXACT = 0.0005;
/** "A third" is 33 %. */
const PART = 0.02;

export function checkByProgram({ sentence, passages, known = "" }: Cited): ProgramCheck {
  const all = passages.join("\n");
  const [claimed, found] = [datesOf(sentence), datesOf(all)];
  const anyNumber = figuresOf(all);
  const dates = claimed.dates.filter(
    (date) => !found.dates.some((one) => agrees(date, one)) && !isPlainYear(date, anyNumber),
  );
  const others = [...figuresOf(found.rest), ...figuresOfParts(all)];
  const figures = figuresOf(claimed.rest).filter(
    (figure) => ![...others, ...anyNumber].some((one) => isSame(figure, one)),
  );
  const names = isSameLanguage(sentence, all)
    ? namesOf(sentence).filter((name) => !hasName(`${all}\n${known}`, name))
    : [];
  return {
    missing: [
      ...dates.map(({ words }) => words),
      ...figures.map(({ words }) => words),
      ...new Set(names),
      ...(deniesOtherwise(sentence, passages) ? ["the negation"] : []),
    ],
  };
}

/** "In 1758" where the passage has the year without a word before it. */
function isPlainYear(
  date: { day?: number; month?: number; year?: number },
  numbers: readonly Figure[],
): boolean {
  if (date.day !== undefined || date.month !== undefined) return false;
  return numbers.some(({ values, unit }) => !unit && values.includes(date.year ?? Number.NaN));
}

function isSame(claimed: Figure, found: Figure): boolean {
  const [mine, theirs] = [claimed.unit, found.unit];
  if (mine && theirs && mine.measures !== theirs.measures) return false;
  const factor = mine && theirs ? mine.factor / theirs.factor : 1;
  const exact = found.isPart ? PART : EXACT;
  const margin = claimed.isRough || factor !== 1 ? ROUNDING : exact;
  // Another unit lets both readings of "1.350" match: the likelier ones count then.
  const isUnsure = factor !== 1 && claimed.values.length === 2 && found.values.length === 2;
  const [said, there] = isUnsure
    ? [claimed.values.slice(0, 1), found.values.slice(0, 1)]
    : [claimed.values, found.values];
  return said.some((value) =>
    there.some((other) => Math.abs(value * factor - other) <= Math.abs(other) * margin),
  );
}

function isSameLanguage(sentence: string, passages: string): boolean {
  return languageOf(sentence) === languageOf(passages);
}
