/** Dates in words, for indexing a passage's date and for parsing dates in questions. All in UTC. */

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTH = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`((?:19|20)\d{2})`;

const DATE_WORD = new RegExp(
  `^(?:${MONTH}|${DAY}|${YEAR}|${WEEKDAYS.join("|")}|yesterday|last|past|week|month|year|weekend|days?|weeks?|months?)$`,
);

/** Whether a word can be part of a date in a question. */
export function isDateWord(word: string): boolean {
  return DATE_WORD.test(word);
}

/** The words that a question may use for this day: "8 may 2023 monday". */
export function dateWords(at: number): string {
  const date = new Date(at);
  const month = MONTHS[date.getUTCMonth()] ?? "";
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()} ${WEEKDAYS[date.getUTCDay()] ?? ""}`;
}

/**
 * Parses a date as programs and people write it (ISO 8601, "1:56 pm on 8 May, 2023", "May 8 2023") to ms
 * since the epoch; undefined when there is none. Without a zone it is UTC.
 */
export function parseDate(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^\d{4}-\d{2}-\d{2}/.test(trimmed)) return parseIso(trimmed);
  const wanted = dateInText(trimmed);
  if (wanted?.year === undefined || wanted.month === undefined) return undefined;
  const clock = parseClock(trimmed);
  const at = Date.UTC(wanted.year, wanted.month, wanted.day ?? 1, clock.hours, clock.minutes);
  return Number.isNaN(at) ? undefined : at;
}

function parseIso(text: string): number | undefined {
  const zoned = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text) || !/\d:\d/.test(text) ? text : `${text}Z`;
  const at = Date.parse(zoned.replace(" ", "T"));
  return Number.isNaN(at) ? undefined : at;
}

function parseClock(text: string): { hours: number; minutes: number } {
  const match = /\b(\d{1,2}):(\d{2})\s*(am|pm)?/i.exec(text);
  if (!match) return { hours: 0, minutes: 0 };
  const hours = Number(match[1]) % (match[3] ? 12 : 24);
  return { hours: match[3]?.toLowerCase() === "pm" ? hours + 12 : hours, minutes: Number(match[2]) };
}

/** A date in a question: any of the three parts may be missing. `month` counts from 0. */
export interface QueryDate {
  year?: number;
  month?: number;
  day?: number;
}

export function dateInText(text: string): QueryDate | undefined {
  const plain = text.toLowerCase();
  return isoDate(plain) ?? namedDate(plain) ?? bareYear(plain);
}

function isoDate(text: string): QueryDate | undefined {
  const match = /\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/.exec(text);
  if (!match) return undefined;
  const month = Number(match[2]) - 1;
  if (month < 0 || month > 11) return undefined;
  return { year: Number(match[1]), month, ...(match[3] ? { day: Number(match[3]) } : {}) };
}

function namedDate(text: string): QueryDate | undefined {
  const dayFirst = new RegExp(String.raw`\b${DAY}\s+(?:of\s+)?${MONTH}(?:,?\s+${YEAR})?\b`).exec(text);
  if (dayFirst) return named(dayFirst[2], dayFirst[1], dayFirst[3]);
  const monthFirst = new RegExp(String.raw`\b${MONTH}\s+${DAY}(?:,?\s+${YEAR})?(?!\d)`).exec(text);
  if (monthFirst) return named(monthFirst[1], monthFirst[2], monthFirst[3]);
  const monthYear = new RegExp(String.raw`\b${MONTH},?\s+${YEAR}\b`).exec(text);
  if (monthYear) return named(monthYear[1], undefined, monthYear[2]);
  // Alone, "may" and "march" are more often verbs: they count only after a word of time.
  const alone = new RegExp(
    String.raw`\b(?:in|during|of|last|since|by|until|early|late|mid)[ -]${MONTH}(?![a-z])`,
  ).exec(text);
  if (alone) return named(alone[1], undefined, undefined);
  const clear = new RegExp(String.raw`\b(?!may\b|mar\b|march\b)${MONTH}(?![a-z])`).exec(text);
  return clear ? named(clear[1], undefined, undefined) : undefined;
}

function named(month: string | undefined, day: string | undefined, year: string | undefined): QueryDate {
  const prefix = (month ?? "").slice(0, 3);
  return {
    month: MONTHS.findIndex((name) => name.startsWith(prefix)),
    ...(day === undefined ? {} : { day: Number(day) }),
    ...(year === undefined ? {} : { year: Number(year) }),
  };
}

function bareYear(text: string): QueryDate | undefined {
  const match = new RegExp(String.raw`\b${YEAR}\b`).exec(text);
  return match ? { year: Number(match[1]) } : undefined;
}

/**
 * Score of a date's match: 0.6 for month (and year), 1.2 if the day is within one, 0.3 if it is not; 0.1 for
 * a year alone.
 */
export function dateFit(wanted: QueryDate, at: number): number {
  const date = new Date(at);
  if (wanted.year !== undefined && wanted.year !== date.getUTCFullYear()) return 0;
  if (wanted.month === undefined) return wanted.year === undefined ? 0 : 0.1;
  if (wanted.month !== date.getUTCMonth()) return 0;
  if (wanted.day === undefined) return 0.6;
  return Math.abs(wanted.day - date.getUTCDate()) <= 1 ? 1.2 : 0.3;
}

/** True when the text contains a time or duration: an answer to "when". */
export function saysWhen(text: string): boolean {
  return TIME_EXPRESSION.test(text);
}

const TIME_EXPRESSION = new RegExp(
  String.raw`\b(?:yesterday|today|tomorrow|tonight|(?:last|next|this|past|a|few|couple of|\d+|one|two|three|four|five|six|seven|eight|nine|ten) (?:night|days?|weeks?|weekends?|months?|years?|hours?|minutes?|summer|winter|spring|fall|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|ago|since|recently|${WEEKDAYS.join("|")}|january|february|april|june|july|august|september|october|november|december|(?:19|20)\d{2}|\d{1,2}(?:st|nd|rd|th)|\d{1,2}:\d{2}|[ap]m)\b`,
  "i",
);

/** True when the question asks for a time. */
export function asksWhen(text: string): boolean {
  return /\bwhen\b|\bhow long\b|\bwhat (?:date|day|time|month|year)\b|\bwhich (?:date|day|month|year)\b|\bhow many (?:days|weeks|months|years)\b/i.test(
    text,
  );
}
