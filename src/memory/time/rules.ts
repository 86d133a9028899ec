/** Rules for dates in words: a pattern each, and the days that a match means. */
import { type Days, oneDay, weekOf, yearOf } from "./calendar.ts";
import {
  ago,
  backFrom,
  dayFirst,
  dayOfMonth,
  dayOfWeek,
  daysOf,
  type Groups,
  months,
  nameParts,
  numberParts,
  partOf,
  type Reading,
  season,
  step,
  unitAfter,
  weekend,
  whichMonth,
  whichWeekday,
  whole,
  yearly,
} from "./meanings.ts";
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
  rule(`${YEAR}-(?<month>\\d\\d)-${DAY}`, (each, reading) => daysOf(numberParts(each), reading)),
  rule(`${YEAR}-(?<month>\\d\\d)`, (each, reading) => daysOf(numberParts(each), reading)),
  rule(`${DAY}[./](?<month>\\d{1,2})[./]${YEAR}`, (each, reading) =>
    daysOf(dayFirst(numberParts(each)), reading),
  ),
  rule(`${DAY}\\.(?<month>\\d{1,2})\\.`, (each, reading) => daysOf(numberParts(each), reading)),
  rule(
    `${DAY}(?:st|nd|rd|th|er|\\.)?\\s+(?:of\\s+)?(?<name>${MONTH})\\.?(?:,?\\s+${YEAR})?`,
    (each, reading) => daysOf(nameParts(each), reading),
  ),
  rule(`(?<name>${MONTH})\\.?\\s+${DAY}(?:st|nd|rd|th)?(?:,?\\s+${YEAR})?(?![.:]\\d)`, (each, reading) =>
    daysOf(nameParts(each), reading),
  ),
  rule(`${PART}[ -](?:de |d.)?(?<name>${MONTH})(?:\\s+${YEAR})?`, (each, reading) =>
    partOf(daysOf(nameParts(each), reading), each.part),
  ),
  rule(`${WHICH} (?<name>${MONTH})|(?<name2>${MONTH}) ${BEHIND.replaceAll("?<", "?<fr_")}`, (each, reading) =>
    whichMonth(monthIn(each.name ?? each.name2 ?? ""), each, reading),
  ),
  rule(
    `(?:between|from|zwischen|von|entre|de) (?<name>${MONTH}) (?:and|to|until|und|bis|et|a) (?<name2>${MONTH})(?: ${YEAR})?`,
    ({ name, name2, year }, reading) =>
      months(monthIn(name ?? ""), daysOf(nameParts({ name: name2, year }), reading)),
  ),
  rule(`(?<name>${MONTH})\\.?,?\\s+(?:de )?${YEAR}`, (each, reading) => daysOf(nameParts(each), reading)),
  rule(`${IN} ?(?<name>${MONTH})|(?<name2>${CLEAR_MONTH})`, (each, reading) =>
    daysOf(nameParts({ name: each.name ?? each.name2 }), reading),
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
    ({ unit, unit2, unit3 }, { today }) => unitAfter(unitIn(unit ?? unit2 ?? unit3 ?? ""), -2, today),
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
    (each, { today }) => unitAfter(unitIn(each.unit ?? each.unit2 ?? ""), step(each), today),
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
