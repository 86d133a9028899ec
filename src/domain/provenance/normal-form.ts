/** Normal forms under which two spellings of one value are equal: case, spaces, addresses, numbers, telephone numbers and dates. */

const SPACES = /[\s\u00a0\u2007\u202f]+/g;
const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;
/** Digits with the separators that people put between them. */
const NUMBER = /\d(?:[\d.,'’ \u00a0\u202f/()-]*\d)?/g;
const IBAN = /\b[a-z]{2}\d{2}(?:[ ]?[a-z0-9]){10,30}\b/gi;

/** A text in the form in which values are looked for in it. */
export interface NormalText {
  /** Lower case, one space between words. */
  words: string;
  /** Addresses of mail, as whole words. */
  emails: ReadonlySet<string>;
  /** Numbers of at least four digits, without separators. */
  numbers: ReadonlySet<string>;
  /** `05-15`, and `2026-05-15` where the year is given. */
  dates: ReadonlySet<string>;
}

export function normalWords(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(SPACES, " ").trim();
}

export function normalText(text: string): NormalText {
  const words = normalWords(text);
  return {
    words,
    emails: new Set(words.match(EMAIL) ?? []),
    numbers: new Set([...numbersIn(words), ...ibansIn(words)]),
    dates: new Set(datesIn(words)),
  };
}

/** Shortest number that counts as said: "June 13" names no file 13. */
export const SHORTEST_NUMBER = 4;

function numbersIn(words: string): string[] {
  return (words.match(NUMBER) ?? [])
    .flatMap((found) => [digitsOf(found), ...found.split(" ").map(digitsOf)])
    .filter((digits) => digits.length >= SHORTEST_NUMBER);
}

function ibansIn(words: string): string[] {
  return (words.match(IBAN) ?? []).flatMap((found) => {
    const whole = found.split(" ");
    // A word after the number reads like a part of it.
    return whole.map((_, at) => whole.slice(0, whole.length - at).join(""));
  });
}

/** Digits of a number, without its separators: 1,200.00 is 1200; decimals stay apart, so that 12.40 is not 1240. */
export function digitsOf(number: string): string {
  const [, whole = number, decimals = ""] = DECIMAL.exec(number) ?? [];
  const part = decimals.replace(/0+$/, "");
  return whole.replaceAll(/\D/g, "") + (part === "" ? "" : `.${part}`);
}

/** The last separator before one or two digits is the decimal one. */
const DECIMAL = /^([+-]?\d[\d.,'’ \u00a0\u202f]*)[.,](\d{1,2})$/;

/**
 * Letters that only look like others, such as wide ones: under them two names are equal that are not. Spaces of another
 * width are none.
 */
export function hasLookalikes(text: string): boolean {
  const plain = text.replaceAll(SPACES, " ").normalize("NFC");
  return plain.normalize("NFKC") !== plain;
}

export function isEmail(value: string): boolean {
  return value.match(EMAIL)?.[0] === value;
}

export function emailsIn(text: string): string[] {
  return normalWords(text).match(EMAIL) ?? [];
}

export function isIban(value: string): boolean {
  return /^[a-z]{2}\d{2}[a-z0-9]{10,30}$/.test(value.replaceAll(" ", ""));
}

export function ibansOf(text: string): string[] {
  return (normalWords(text).match(IBAN) ?? []).map((found) => found.replaceAll(" ", "")).filter(isIban);
}

const MONTHS = [
  /^(?:jan|jän|janv)/,
  /^(?:feb|fév)/,
  /^(?:mar|mär)/,
  /^(?:apr|avr)/,
  /^(?:may|mai)/,
  /^(?:jun|juin)/,
  /^(?:jul|juil)/,
  /^(?:aug|aoû)/,
  /^sep/,
  /^(?:oct|okt)/,
  /^nov/,
  /^(?:dec|dez|déc)/,
];
const ISO_DATE = /(\d{4})-(\d{2})-(\d{2})/g;
const DAY_MONTH = /(\d{1,2})(?:\.|st|nd|rd|th|er)? (?:of )?(\p{L}{3,9})/gu;
const MONTH_DAY = /(\p{L}{3,9})\.? (\d{1,2})(?!\d)/gu;

export function datesIn(words: string): string[] {
  const iso = [...words.matchAll(ISO_DATE)].flatMap(([whole, , month, day]) => [whole, `${month}-${day}`]);
  const before = [...words.matchAll(DAY_MONTH)].flatMap(([, day = "", month = ""]) => dayOf(month, day));
  const after = [...words.matchAll(MONTH_DAY)].flatMap(([, month = "", day = ""]) => dayOf(month, day));
  return [...iso, ...before, ...after];
}

function dayOf(month: string, day: string): string[] {
  const number = MONTHS.findIndex((name) => name.test(month)) + 1;
  return number === 0 ? [] : [`${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`];
}

/** Dates, times and durations, which are no sinks: `2026-05-15`, `2026-05-15T10:00`, `10:30`. */
export function isTime(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(?:[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:z|[+-]\d{2}:?\d{2})?)?$|^\d{1,2}:\d{2}(?::\d{2})?$/i.test(
    value.trim(),
  );
}
