/** The stretch of time that a question asks about: "last week", "vor drei Tagen", "en octobre", "since March". */
import { type Days, dateOf, dayAt, dayOf, type Span, spanOf } from "./calendar.ts";
import { asRead, type Mention, mentionsIn } from "./mentions.ts";

export interface Clock {
  /** ms since the epoch. */
  now: number;
  /** IANA name of the person's time zone. Absent: UTC. */
  time_zone?: string;
}

export interface DatedQuestion {
  /** The days that are meant, in the person's calendar. */
  days: Days;
  span: Span;
  /** The question without the words of the date. */
  rest: string;
}

const ARTICLE = "(?:the |dem |der |den |le |la |l.|les )?$";
const SINCE = new RegExp(`\\b(?:since|seit|depuis|as of|ab) ${ARTICLE}`);
const AFTER = new RegExp(`\\b(?:after|nach|apres) ${ARTICLE}`);
const UNTIL = new RegExp(
  `\\b(?:before|until|till|bis|bis zu[mr]?|vor|avant|jusqu.(?:a|au|en)?|jusque) ?${ARTICLE}`,
);
const JOINED = /^ *(?:and|to|until|till|und|bis|et|au|a|jusqu.au)? *(?:the |dem |der |zum |le |l.)?$/;
/** "vor drei Tagen" is not "before". */
const AGO = /^vor \D*\d*\D*(?:tag|woche|monat|jahr)/;
/** Time before which nothing was said. */
const BEGINNING = 0;

/** Undefined where no date is named. */
export function rangeIn(question: string, { now, time_zone }: Clock): DatedQuestion | undefined {
  const read = asRead(question);
  const today = dayOf(now, time_zone);
  const mentions = mentionsIn(read, { today, isTold: false, isOfFuture: false });
  const [first, second] = mentions;
  if (first === undefined) return undefined;
  const days = joined(read, first, second) ?? bounded(read, first, today);
  if (days === undefined) return undefined;
  const rest = mentions.reduceRight((text, { at, end }) => `${text.slice(0, at)} ${text.slice(end)}`, read);
  return { days, span: spanOf(days, time_zone), rest };
}

/** Between two dates. */
function joined(read: string, first: Mention, second: Mention | undefined): Days | undefined {
  if (second === undefined || !JOINED.test(read.slice(first.end, second.at))) return undefined;
  const isBetween = /(?:between|from|zwischen|vo[nm]|entre|d[eu]|since|seit)(?: the| dem| der| le)? *$/.test(
    read.slice(0, first.at),
  );
  const from = first.days.from < second.days.to ? first.days.from : inYearOf(second.days, first.days);
  return isBetween && from < second.days.to ? { from, to: second.days.to } : undefined;
}

/** "1 October to 15 October 2025": the year is said once. */
function inYearOf(second: Days, { from }: Days): number {
  const { month, day } = dateOf(from);
  return dayAt(dateOf(second.from).year, month, day);
}

function bounded(read: string, { days, at, text }: Mention, today: number): Days | undefined {
  const before =
    read.slice(0, at) +
    (/^(?:since|seit|depuis|after|nach|apres|before|until|till|bis|vor|avant) /.exec(text)?.[0] ?? "");
  if (AGO.test(text)) return days;
  if (SINCE.test(before)) return days.from <= today ? { from: days.from, to: today + 1 } : days;
  if (AFTER.test(before)) return { from: days.to, to: Math.max(days.to + 1, today + 1) };
  if (UNTIL.test(before)) return { from: BEGINNING, to: days.from };
  return days;
}
