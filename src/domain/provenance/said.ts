/** Looks a value up in somebody's words. A short number, or a part of a word, does not count as said. */
import { currencyCode } from "./currency.ts";
import {
  datesIn,
  digitsOf,
  hasLookalikes,
  isEmail,
  isIban,
  type NormalText,
  normalWords,
  SHORTEST_NUMBER,
} from "./normal-form.ts";

const SHORTEST_WORD = 2;
/** Longest value that is looked up as one phrase. */
const LONGEST = 2_000;

/** Whether the whole value stands in the words. Letters that only look like others, such as wide ones, are others. */
export function isSaid(value: string, said: NormalText): boolean {
  if (hasLookalikes(value)) return false;
  const wanted = normalWords(value).replace(/^mailto:/, "");
  if (wanted === "" || wanted.length > LONGEST) return false;
  if (isEmail(wanted)) return said.emails.has(wanted);
  if (isIban(wanted)) return said.numbers.has(wanted.replaceAll(" ", ""));
  if (isNumber(wanted)) return isNumberSaid(wanted, said);
  if (wanted.replaceAll(/[^\p{L}\p{N}]/gu, "").length < SHORTEST_WORD) return false;
  return isPhraseIn(withoutScheme(wanted), said.words);
}

function isNumber(value: string): boolean {
  return /^[+(]?[\d.,'’ /()-]+$/.test(value) && /\d/.test(value);
}

function isNumberSaid(value: string, { numbers, words }: NormalText): boolean {
  const digits = digitsOf(value);
  if (digits.length >= SHORTEST_NUMBER) return numbers.has(digits);
  return /\d[.,]\d/.test(value) && isPhraseIn(value, words);
}

/** Money is also said by a short number, where a currency stands beside it: "50 euros". */
export function isAmountSaid(value: string, said: NormalText): boolean {
  if (isNumberSaid(normalWords(value), said)) return true;
  const plain = Number(value);
  if (!Number.isFinite(plain)) return isPhraseIn(normalWords(value), said.words);
  return amountsIn(said.words).includes(plain);
}

const CURRENCY = "[$€£¥]|usd|eur|gbp|chf|jpy|fr\\.|dollars?|euros?|pounds?|francs?|franken|bucks|yen";
const AMOUNT = new RegExp(
  `(?:${CURRENCY}) ?(\\d[\\d.,'’]*)|(\\d[\\d.,'’]*) ?(?:${CURRENCY})(?!\\p{L})|(?<![\\d.])(\\d+[.,]\\d{2})(?!\\d)`,
  "gu",
);

const IN_CURRENCY = new RegExp(
  `(${CURRENCY}) ?(\\d[\\d.,'’]*)|(\\d[\\d.,'’]*) ?(${CURRENCY})(?!\\p{L})`,
  "gu",
);

/** Whether that amount was said in that currency; where none stands beside it, the currency has to be said at all. */
export function isSaidInCurrency(value: string, currency: string, said: NormalText): boolean {
  const plain = Number(value);
  const beside = [...said.words.matchAll(IN_CURRENCY)].filter(
    ([, , before, after]) => numberOf(before ?? after ?? "") === plain,
  );
  const names = beside.map(([, first, , , last]) => currencyCode(first ?? last ?? ""));
  if (names.length > 0) return names.includes(currencyCode(currency));
  return isAmountSaid(value, said) && isSaid(currency, said);
}

function amountsIn(words: string): number[] {
  return [...words.matchAll(AMOUNT)].map(([, before, after, plain]) =>
    numberOf(before ?? after ?? plain ?? ""),
  );
}

/** Reads both ways of writing: the last separator before one or two digits is the decimal one. */
function numberOf(text: string): number {
  const [, whole = "", part = ""] = /^(.*?)(?:[.,](\d{1,2}))?[.,]?$/.exec(text) ?? [];
  return Number(`${whole.replaceAll(/\D/g, "")}.${part || "0"}`);
}

function withoutScheme(value: string): string {
  return value.replace(/^https?:\/\//, "").replace(/(?<=.)\/$/, "");
}

const PART_OF_WORD = /[\p{L}\p{N}@_]/u;

/** True where the phrase stands by itself: not inside a longer word, name, address or path. */
function isPhraseIn(phrase: string, words: string): boolean {
  for (let at = words.indexOf(phrase); at >= 0; at = words.indexOf(phrase, at + 1)) {
    if (isWhole(words, at, at + phrase.length)) return true;
  }
  return false;
}

function isWhole(words: string, from: number, to: number): boolean {
  const before = words.slice(Math.max(0, from - 2), from);
  const after = words.slice(to, to + 2);
  if (PART_OF_WORD.test(before.at(-1) ?? " ") || PART_OF_WORD.test(after[0] ?? " ")) return false;
  return !/[\p{L}\p{N}][./-]$/u.test(before) && !/^[./-][\p{L}\p{N}]|^\//u.test(after);
}

/** Words that name nothing by themselves. */
const EMPTY = new Set(
  "with from that this have your mine about into them they their then than will would could please today tomorrow yesterday send mail make what when where which there here all new also next last meeting file event message eine einen einer einem bitte morgen heute gestern nicht auch noch alle dans avec pour cette tous tout demain".split(
    " ",
  ),
);
const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text that can name something. */
export function tellingWords(text: string): string[] {
  return (normalWords(text).match(WORD) ?? []).filter((word) => word.length >= 4 && !EMPTY.has(word));
}

/** Whether each telling word of the value was said: "Lunch with Alice" of "plan a lunch for Alice and me". */
export function isMadeOfSaid(value: string, { words }: NormalText): boolean {
  const telling = tellingWords(value).filter((word) => !/^\d+$/.test(word));
  const given = new Set(words.match(WORD));
  return telling.length > 0 && (normalWords(value).match(WORD) ?? []).every((word) => isCovered(word, given));
}

function isCovered(word: string, given: ReadonlySet<string>): boolean {
  return EMPTY.has(word) || word.length < 4 ? !/\d/.test(word) || given.has(word) : given.has(word);
}

/** A date or a telling word of a short text that was said: the person's words pick it out. */
export function isPickedOut(value: string, said: NormalText): boolean {
  if (datesIn(normalWords(value)).some((date) => said.dates.has(date))) return true;
  const given = new Set(said.words.match(WORD));
  return tellingWords(value).some((word) => given.has(word));
}
