/** Words of time in English, German and French, without accents and in lower case, as patterns. */

const MONTHS = [
  "jan(?:uary|uar|vier)?|janner",
  "feb(?:ruary|ruar)?|fevrier|fevr",
  "mar(?:ch|s)?|marz",
  "apr(?:il)?|avril|avr",
  "may|mai",
  "june?|juni|juin",
  "july?|juli|juillet|juil",
  "aug(?:ust)?|aout",
  "sept?(?:ember|embre)?",
  "oct(?:ober|obre)?|okt(?:ober)?",
  "nov(?:ember|embre)?",
  "dec(?:ember|embre)?|dez(?:ember)?",
];
const WEEKDAYS = [
  "sunday|sonntag|dimanche",
  "monday|montag|lundi",
  "tuesday|dienstag|mardi",
  "wednesday|mittwoch|mercredi",
  "thursday|donnerstag|jeudi",
  "friday|freitag|vendredi",
  "saturday|samstag|sonnabend|samedi",
];
const SEASONS = [
  "spring|fruhling|fruhjahr|printemps",
  "summer|sommer|ete",
  "autumn|fall|herbst|automne",
  "winter|hiver",
];
const UNITS = [
  "days?|tag(?:en?)?|jours?",
  "weeks?|wochen?|semaines?",
  "months?|monat(?:en?|s)?|mois",
  "years?|jahr(?:en?|es)?|ans?|annees?",
];
const NUMBERS = [
  "an?|one|ein(?:e[mnr]?)?|une?",
  "two|zwei|deux|(?:a )?couple of",
  "three|drei|trois|(?:a )?few|(?:ein )?paar|quelques",
  "four|vier|quatre",
  "five|funf|cinq",
  "six|sechs",
  "seven|sieben|sept",
  "eight|acht|huit",
  "nine|neun|neuf",
  "ten|zehn|dix",
  "eleven|elf|onze",
  "twelve|zwolf|douze",
  "thirteen|dreizehn|treize",
  "fourteen|vierzehn|quatorze",
  "fifteen|funfzehn|quinze",
];

const anyOf = (names: readonly string[]) => `(?:${names.join("|")})`;

export const MONTH = anyOf(MONTHS);
export const WEEKDAY = anyOf(WEEKDAYS);
export const SEASON = anyOf(SEASONS);
export const UNIT = anyOf(UNITS);
export const NUMBER = `(?:\\d{1,3}|${NUMBERS.join("|")})`;
/** Names that mean nothing but a month; "may", "march" and "mars" are words of their own. */
export const CLEAR_MONTH =
  "(?:january|januar|janvier|february|februar|fevrier|marz|april|avril|june|juni|juin|july|juli|juillet|august|aout|september|septembre|october|oktober|octobre|november|novembre|december|dezember|decembre)";
export const LAST = "(?:last|past|previous|letzt(?:e[nmrs]?)|vergangen(?:e[nmrs]?)|vorig(?:e[nmrs]?))";
export const THIS = "(?:this|the current|dies(?:e[nmrs]?)|ce|cet|cette)";
export const NEXT = "(?:next|coming|nachst(?:e[nmrs]?)|kommend(?:e[nmrs]?))";
/** Stand behind what they belong to. */
export const LAST_FR = "(?:derniere?|passee?)";
export const NEXT_FR = "(?:prochaine?)";

function indexIn(names: readonly string[]): (word: string) => number {
  const patterns = names.map((each) => new RegExp(`^(?:${each})$`));
  return (word) => patterns.findIndex((each) => each.test(word));
}

/** Months from 0. */
export const monthIn = indexIn(MONTHS);
/** Sunday is 0. */
export const weekdayIn = indexIn(WEEKDAYS);
/** Spring is 0. */
export const seasonIn = indexIn(SEASONS);
/** Day, week, month, year. */
export const unitIn = indexIn(UNITS);
const smallNumberIn = indexIn(NUMBERS);

export function numberIn(word: string): number {
  return /^\d/.test(word) ? Number(word) : smallNumberIn(word) + 1;
}
