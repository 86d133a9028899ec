/** Rules for dates in words: a pattern each, and the days that a match means. */
import {
  type Days,
  dateOf,
  dayAt,
  monthOf,
  oneDay,
  seasonOf,
  weekdayOf,
  weekOf,
  yearOf,
} from "./calendar.ts";
import {
  CLEAR_MONTH,
  LAST,
  LAST_FR,
  MONTH,
  monthIn,
  NEXT,
  NEXT_FR,
  NUMBER,
  numberIn,
  SEASON,
  seasonIn,
  THIS,
  UNIT,
  unitIn,
  WEEKDAY,
  weekdayIn,
} from "./words.ts";

/**
 * Reading of a date without a year, or of a bare weekday: the last one for a question, the nearest for what is told, where
 * the next weekday is meant by somebody who speaks of what is to come.
 */
export interface Reading {
  /** Day on which it is said. */
  today: number;
  isTold: boolean;
  isOfFuture: boolean;
}

type Groups = Readonly<Record<string, string | undefined>>;

export interface Rule {
  pattern: RegExp;
  /** Undefined: no such day. */
  days(groups: Groups, reading: Reading): Days | undefined;
}

const YEAR = "(?<year>(?:19|20)\\d\\d)";
const DAY = "(?<day>\\d{1,2})";
const IN =
  "(?:in|im|en|during|of|since|by|until|till|before|after|seit|bis|vor|nach|depuis|avant|apres|jusqu.en|mois de|mois d.|de|des|du)";
const YESTERDAY = "(?:yesterday|gestern|last night|(?<hier>hier))";
const WHICH = `(?:(?<last>${LAST})|(?<this>${THIS})|(?<next>${NEXT}))`;
const BEHIND = `(?:(?<last>${LAST_FR})|(?<next>${NEXT_FR}))`;
const PART = "(?<part>early|beginning of|start of|mid|middle of|late|end of|anfang|mitte|ende|debut|mi|fin)";
const ROUGHLY = "(?:about |around |etwa |rund |circa |ungefahr |environ |uber |knapp )?";

function rule(source: string, days: Rule["days"]): Rule {
  return { pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "gu"), days };
}

/** Tried in this order; the words that one has matched are gone for those behind it. */
export const RULES: readonly Rule[] = [
  rule(`${YEAR}-(?<month>\\d\\d)-${DAY}`, (each, reading) => dated(numbered(each), reading)),
  rule(`${YEAR}-(?<month>\\d\\d)`, (each, reading) => dated(numbered(each), reading)),
  rule(`${DAY}[./](?<month>\\d{1,2})[./]${YEAR}`, (each, reading) =>
    dated(dayFirst(numbered(each)), reading),
  ),
  rule(`${DAY}\\.(?<month>\\d{1,2})\\.`, (each, reading) => dated(numbered(each), reading)),
  rule(
    `${DAY}(?:st|nd|rd|th|er|\\.)?\\s+(?:of\\s+)?(?<name>${MONTH})\\.?(?:,?\\s+${YEAR})?`,
    (each, reading) => dated(named(each), reading),
  ),
  rule(`(?<name>${MONTH})\\.?\\s+${DAY}(?:st|nd|rd|th)?(?:,?\\s+${YEAR})?(?![.:]\\d)`, (each, reading) =>
    dated(named(each), reading),
  ),
  rule(`${PART}[ -](?:de |d.)?(?<name>${MONTH})(?:\\s+${YEAR})?`, (each, reading) =>
    partOf(dated(named(each), reading), each.part),
  ),
  rule(`${WHICH} (?<name>${MONTH})|(?<name2>${MONTH}) ${BEHIND.replaceAll("?<", "?<fr_")}`, (each, reading) =>
    whichMonth(monthIn(each.name ?? each.name2 ?? ""), each, reading),
  ),
  rule(
    `(?:between|from|zwischen|von|entre|de) (?<name>${MONTH}) (?:and|to|until|und|bis|et|a) (?<name2>${MONTH})(?: ${YEAR})?`,
    ({ name, name2, year }, reading) =>
      months(monthIn(name ?? ""), dated(named({ name: name2, year }), reading)),
  ),
  rule(`(?<name>${MONTH})\\.?,?\\s+(?:de )?${YEAR}`, (each, reading) => dated(named(each), reading)),
  rule(`${IN} ?(?<name>${MONTH})|(?<name2>${CLEAR_MONTH})`, (each, reading) =>
    dated(named({ name: each.name ?? each.name2 }), reading),
  ),
  rule(
    `(?:${WHICH}|in|in the|during the|over the|im|en|au|since|seit|depuis|l.) ?(?<name>${SEASON})(?: ${BEHIND.replaceAll("?<", "?<fr_")})?(?: (?:of |de )?${YEAR})?`,
    (each, reading) => season(seasonIn(each.name ?? ""), each, reading),
  ),
  rule("christmas(?: day| eve)?|weihnachten|noel", (_each, reading) =>
    yearly(11, { from: 24, to: 27 }, reading),
  ),
  rule("new year'?s eve|silvester|(?:la )?saint-sylvestre", (_each, reading) =>
    yearly(11, { from: 31, to: 32 }, reading),
  ),
  rule("new year'?s day|neujahr|(?:le )?jour de l.an", (_each, reading) =>
    yearly(0, { from: 1, to: 2 }, reading),
  ),
  rule(
    `${PART} (?:(?:the|${WHICH}) (?:year|month)|(?:des|dieses|letzten|vorigen) (?:jahres|monats)|(?:du|de l.|de cette |de ce ?) ?(?:mois|annee)(?: ${BEHIND.replaceAll("?<", "?<fr_")})?)`,
    (each, reading) => partOf(whole(each, reading), each.part),
  ),
  rule(`(?:${IN}|im jahr|year|jahr|l.annee) ${YEAR}(?!\\s*(?:euros?|€|\\p{Sc}))`, ({ year }) =>
    yearOf(Number(year)),
  ),
  rule("(?:the )?day before yesterday|vorgestern|avant-hier", (_each, { today }) => oneDay(today - 2)),
  rule("(?:the )?day after tomorrow|ubermorgen|apres-demain", (_each, { today }) => oneDay(today + 2)),
  rule("half a year ago|vor einem halben jahr", (_each, reading) => ago(6, 2, reading)),
  rule(
    `(?<number>${NUMBER}) (?<unit>${UNIT}) (?:ago|back|earlier)|(?:vor|il y a) ${ROUGHLY}(?<number2>${NUMBER}) (?<unit2>${UNIT})`,
    ({ number, number2, unit, unit2 }, reading) =>
      ago(numberIn(number ?? number2 ?? ""), unitIn(unit ?? unit2 ?? ""), reading),
  ),
  rule(
    `${LAST} (?<number>${NUMBER}) (?<unit>${UNIT})|(?<number2>${NUMBER}) dernier(?:e)?s (?<unit2>${UNIT})`,
    ({ number, number2, unit, unit2 }, { today }) =>
      backFrom(today, numberIn(number ?? number2 ?? ""), unitIn(unit ?? unit2 ?? "")),
  ),
  rule(
    `(?:the )?${LAST} (?<unit>days|weeks|months|tage|tagen|wochen|monate|monaten)|ces dernier(?:e)?s (?<unit2>${UNIT})|(?:in|over|during) the (?:last|past) (?<one>week|month|year)|the past (?<one2>week|month|year)`,
    ({ unit, unit2, one, one2 }, { today }) =>
      backFrom(today, (one ?? one2) === undefined ? 3 : 1, unitIn(unit ?? unit2 ?? one ?? one2 ?? "")),
  ),
  rule(
    `(?:the )?(?<unit>week|month|year) before last|vorletzt(?:e[nmrs]?) (?<unit2>woche|monat|jahr)|avant-derni(?:er|ere) (?<unit3>semaine|mois|annee)`,
    ({ unit, unit2, unit3 }, { today }) => stepped(unitIn(unit ?? unit2 ?? unit3 ?? ""), -2, today),
  ),
  rule(
    `(?<name>${WEEKDAY}) (?:of |in |der |de )?(?:${WHICH} (?:week|woche)|(?:la )?semaine ${BEHIND.replaceAll("?<", "?<fr_")}|cette semaine)`,
    (each, { today }) => dayOfWeek(weekdayIn(each.name ?? ""), weekOf(today + 7 * step(each))),
  ),
  rule(`(?:${WHICH} )?(?<name>${WEEKDAY})(?: ${BEHIND.replaceAll("?<", "?<fr_")})?`, (each, reading) =>
    whichWeekday(weekdayIn(each.name ?? ""), each, reading),
  ),
  rule(
    `(?:${WHICH}|at the|on the|over the|am|ubers|le) (?:weekend|week-end|wochenende)(?: ${BEHIND.replaceAll("?<", "?<fr_")})?`,
    (each, { today }) => weekend(each, today),
  ),
  rule(
    `(?:earlier )?${WHICH} (?<unit>week|month|year|woche|monat|jahr|semaine|mois|annee)|(?:la |le |l.)?(?<unit2>semaine|mois|annee|an) ${BEHIND.replaceAll("?<", "?<fr_")}`,
    (each, { today }) => stepped(unitIn(each.unit ?? each.unit2 ?? ""), step(each), today),
  ),
  rule(`${YESTERDAY}`, (_each, { today }) => oneDay(today - 1)),
  rule(
    "today|tonight|this (?:morning|afternoon|evening)|heute|aujourd.?hui|ce (?:matin|soir)|cet apres-midi",
    (_each, { today }) => oneDay(today),
  ),
  rule("tomorrow|morgen|demain", (_each, { today }) => oneDay(today + 1)),
  rule("(?:the )?other day|neulich|l.autre jour", (_each, { today }) => ({
    from: today - 14,
    to: today + 1,
  })),
  rule(
    `(?:on|until|by|for|till|since) the ${DAY}(?:st|nd|rd|th)(?! \\p{L}+day)|(?:am|zum|vom|den|dem) (?<day2>\\d{1,2})\\.(?!\\d)|le (?<day3>\\d{1,2})(?= ?(?:[?.,;!]|$))`,
    ({ day, day2, day3 }, reading) => dayOfMonth(Number(day ?? day2 ?? day3), reading),
  ),
];

interface Parts {
  year?: number;
  /** From 0. */
  month: number;
  day?: number;
}

function numbered({ year, month, day }: Groups): Parts {
  return { ...(year && { year: Number(year) }), month: Number(month) - 1, ...(day && { day: Number(day) }) };
}

function named({ year, name, day }: Groups): Parts {
  return {
    ...(year && { year: Number(year) }),
    month: monthIn(name ?? ""),
    ...(day && { day: Number(day) }),
  };
}

/** American dates have the month first; that is certain only where the other way is impossible. */
function dayFirst({ year, month, day = 1 }: Parts): Parts {
  return month > 11
    ? { ...(year && { year }), month: day - 1, day: month + 1 }
    : { ...(year && { year }), month, day };
}

function dated({ year, month, day }: Parts, reading: Reading): Days | undefined {
  if (month < 0 || month > 11 || (day !== undefined && (day < 1 || day > 31))) return undefined;
  const inYear = (of: number) => (day === undefined ? monthOf(of, month) : oneDay(dayAt(of, month, day)));
  return year === undefined ? meant(inYear, reading) : inYear(year);
}

/** The year that is meant of a day that comes each year. */
function meant(inYear: (year: number) => Days, { today, isTold }: Reading): Days {
  const { year } = dateOf(today);
  const [before, now, after] = [inYear(year - 1), inYear(year), inYear(year + 1)];
  if (!isTold) return now.from <= today ? now : before;
  const away = ({ from, to }: Days) => Math.abs((from + to) / 2 - today);
  return [before, now, after].reduce((best, each) => (away(each) < away(best) ? each : best));
}

function yearly(month: number, { from, to }: Days, reading: Reading): Days {
  return meant((year) => ({ from: dayAt(year, month, from), to: dayAt(year, month, to) }), reading);
}

function season(which: number, each: Groups, { today, isTold }: Reading): Days {
  const inYear = (year: number) => seasonOf(year, which);
  if (each.year !== undefined) return inYear(Number(each.year));
  const isLast = step(each) < 0;
  const reading = { today: isLast ? today - 60 : today, isTold: isTold && !isLast, isOfFuture: false };
  const days = meant(inYear, reading);
  return step(each) > 0 && days.to <= today ? inYear(dateOf(days.from).year + 1) : days;
}

/** -1 for the last, 1 for the next, else 0. */
function step({ last, next, fr_last, fr_next }: Groups): number {
  return (last ?? fr_last) !== undefined ? -1 : (next ?? fr_next) !== undefined ? 1 : 0;
}

function whichMonth(month: number, each: Groups, { today }: Reading): Days {
  const now = dateOf(today);
  const by = step(each);
  const year =
    by < 0
      ? month < now.month
        ? now.year
        : now.year - 1
      : by > 0 && month <= now.month
        ? now.year + 1
        : now.year;
  return monthOf(year, month);
}

function whichWeekday(weekday: number, each: Groups, { today, isTold, isOfFuture }: Reading): Days {
  if (each.this !== undefined) return dayOfWeek(weekday, weekOf(today));
  const back = (weekdayOf(today) - weekday + 7) % 7 || 7;
  const isNext = step(each) > 0 || (step(each) === 0 && isTold && isOfFuture);
  return oneDay(isNext ? today - back + 7 + (back === 7 ? 7 : 0) : today - back);
}

function dayOfWeek(weekday: number, { from }: Days): Days {
  return oneDay(from + ((weekday + 6) % 7));
}

function weekend(each: Groups, today: number): Days {
  const { from } = weekOf(today);
  const isThis = each.this !== undefined || step(each) > 0 || weekdayOf(today) === 0;
  const saturday = from + 5 + (isThis ? (step(each) > 0 && weekdayOf(today) % 6 === 0 ? 7 : 0) : -7);
  return { from: saturday, to: saturday + 2 };
}

/** A day, calendar week, month or year, so many after the current one. */
function stepped(unit: number, by: number, today: number): Days {
  const { year, month } = dateOf(today);
  if (unit === 0) return oneDay(today + by);
  if (unit === 1) return weekOf(today + 7 * by);
  return unit === 2 ? monthOf(year, month + by) : yearOf(year + by);
}

/** Days before and after that a number of weeks, months or years leaves open. */
const SLACK = [0, 3, 10, 45];

function ago(amount: number, unit: number, { today }: Reading): Days {
  const day = before(today, amount, unit);
  const slack = SLACK[unit] ?? 0;
  return { from: day - slack, to: day + slack + 1 };
}

function backFrom(today: number, amount: number, unit: number): Days {
  return { from: before(today, amount, unit), to: today + 1 };
}

function before(today: number, amount: number, unit: number): number {
  const { year, month, day } = dateOf(today);
  if (unit < 2) return today - amount * (unit === 1 ? 7 : 1);
  const months = amount * (unit === 3 ? 12 : 1);
  return Math.min(dayAt(year, month - months, day), dayAt(year, month - months + 1, 1) - 1);
}

function whole(each: Groups, { today }: Reading): Days {
  const text = each[0] ?? "";
  const by = step(each) || (/letzt|vorig/.test(text) ? -1 : 0);
  return stepped(/month|monat|mois/.test(text) ? 2 : 3, by, today);
}

/** From a month to another one, of which the first may be in the year before. */
function months(first: number, last: Days | undefined): Days | undefined {
  if (last === undefined) return undefined;
  const { year, month } = dateOf(last.from);
  return { from: dayAt(first <= month ? year : year - 1, first, 1), to: last.to };
}

/** The first, second or last third. */
function partOf(days: Days | undefined, part = ""): Days | undefined {
  if (days === undefined) return undefined;
  const third = Math.ceil((days.to - days.from) / 3);
  if (/^(?:early|beg|start|anfang|debut)/.test(part)) return { from: days.from, to: days.from + third };
  return /^(?:mi|mid)/.test(part)
    ? { from: days.from + third, to: days.to - third }
    : { from: days.to - third, to: days.to };
}

function dayOfMonth(day: number, { today, isTold }: Reading): Days | undefined {
  if (day < 1 || day > 31) return undefined;
  const { year, month } = dateOf(today);
  const all = [-1, 0, 1].map((by) => dayAt(year, month + by, day));
  const past = all.filter((each) => each <= today).at(-1) ?? today;
  const nearest = all.reduce((best, each) => (Math.abs(each - today) < Math.abs(best - today) ? each : best));
  return oneDay(isTold ? nearest : past);
}
