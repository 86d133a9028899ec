/** Dates of a text, in words or digits, in English, German and French; and the text without them. */

export interface FoundDate {
  words: string;
  day?: number;
  month?: number;
  year?: number;
  /** "03/05/1932" is in May or in March. */
  isEitherWay?: boolean;
}

const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    "january jan januar jänner janvier",
    "february feb februar février fevrier",
    "march mar märz mars",
    "april apr avril",
    "may mai",
    "june jun juni juin",
    "july jul juli juillet",
    "august aug août aout",
    "september sep sept septembre",
    "october oct oktober okt octobre",
    "november nov novembre",
    "december dec dezember dez décembre decembre",
  ].flatMap((names, at) => names.split(" ").map((name) => [name, at + 1] as const)),
);
const NAMES = [...MONTHS.keys()].toSorted((a, b) => b.length - a.length).join("|");
const YEAR = "(?:1[0-9]\\d\\d|20\\d\\d)";

type Maker = (found: RegExpExecArray) => FoundDate;

const FORMS: readonly (readonly [RegExp, Maker])[] = [
  [/\b(\d{4})-(\d\d)-(\d\d)\b/gu, ([words, y, m, d]) => made(words, [d, m, y])],
  [/(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b/gu, ([words, d, m, y]) => made(words, [d, m, y])],
  [/(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/gu, ([words, a, b, y]) => slashed(words, [a, b, y])],
  [/(?<![\d/])(0[1-9]|1[0-2])\/(\d{4})(?![\d/])/gu, ([words, m, y]) => made(words, [undefined, m, y])],
  [
    named(`(\\d{1,2})(?:\\.|st|nd|rd|th|er)?(?: of)? (${NAMES})\\.?,? (${YEAR})`),
    ([words, d, m, y]) => made(words, [d, monthOf(m), y]),
  ],
  [
    named(`(${NAMES})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (${YEAR})`),
    ([words, m, d, y]) => made(words, [d, monthOf(m), y]),
  ],
  [named(`(${NAMES})\\.?,? (${YEAR})`), ([words, m, y]) => made(words, [undefined, monthOf(m), y])],
  [
    named(`(\\d{1,2})(?:\\.|st|nd|rd|th|er)?(?: of)? (${NAMES})`),
    ([words, d, m]) => made(words, [d, monthOf(m), undefined]),
  ],
  [
    named(`(${NAMES}) (\\d{1,2})(?:st|nd|rd|th)?`),
    ([words, m, d]) => made(words, [d, monthOf(m), undefined]),
  ],
  [
    /(?<![\p{L}\d])((?:in|im|since|from|until|by|to|seit|bis|von|en|depuis|début|fin|of|early|late|mid|and|und|et|um|nach|vor|after|before)) (?:(?:early|late|mid) )?((?:1[0-9]\d\d|20\d\d))(?![\d.,]*\d|\s?[%€$\p{L}]{0,2}(?:\s(?:km|m|kg|people|birds)))/giu,
    ([words, , y]) => made(words, [undefined, undefined, y]),
  ],
  // Months whose names are words too ("may", "mars", "march") count beside a day or a year alone.
  [
    /(?<![\p{L}\d])(January|February|April|June|July|August|September|October|November|December|Januar|Februar|März|Juni|Juli|Oktober|Dezember|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre)(?!\p{L})/gu,
    ([words, m]) => made(words, [undefined, monthOf(m), undefined]),
  ],
];

/** Dates in the order of their forms, the fuller ones first, and the text with their place left empty. */
export function datesOf(text: string): { dates: FoundDate[]; rest: string } {
  const dates: FoundDate[] = [];
  let rest = text;
  for (const [form, make] of FORMS)
    rest = rest.replace(form, (...found) => {
      const date = make(found.slice(0, -2) as unknown as RegExpExecArray);
      if (!isPossible(date)) return String(found[0]);
      dates.push(date);
      return " ";
    });
  return { dates, rest };
}

/** Tells whether two dates agree in the day, month and year that both of them give. */
export function agrees(claimed: FoundDate, found: FoundDate): boolean {
  if (claimed.isEitherWay || found.isEitherWay)
    return [claimed, swapped(claimed)].some((one) => agrees(plainly(one), plainly(found)));
  return (["day", "month", "year"] as const).every(
    (field) => claimed[field] === undefined || claimed[field] === found[field],
  );
}

function named(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])${pattern}(?![\\p{L}\\d])`, "giu");
}

function monthOf(name = ""): string {
  return String(MONTHS.get(name.toLowerCase()) ?? "");
}

function made(words: string, [day, month, year]: readonly (string | undefined)[]): FoundDate {
  return {
    words: words.trim(),
    ...(day && { day: Number(day) }),
    ...(month && { month: Number(month) }),
    ...(year && { year: Number(year) }),
  };
}

/** Day first, or month first where the second number can be no month. */
function slashed(words: string, [first, second, year]: readonly (string | undefined)[]): FoundDate {
  if (Number(second) > 12) return made(words, [second, first, year]);
  return { ...made(words, [first, second, year]), ...(Number(first) <= 12 && { isEitherWay: true }) };
}

function swapped(date: FoundDate): FoundDate {
  const { day, month, ...rest } = date;
  return { ...rest, ...(month && { day: month }), ...(day && { month: day }) };
}

function plainly({ isEitherWay: _, ...date }: FoundDate): FoundDate {
  return date;
}

function isPossible({ day = 1, month = 1 }: FoundDate): boolean {
  return day >= 1 && day <= 31 && month >= 1 && month <= 12;
}
