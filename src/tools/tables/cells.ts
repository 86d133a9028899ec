/** Numbers and dates in the cells of a table, as people and programs write them. */
import { fold } from "../../memory/text/words.ts";

export interface Notation {
  /** Sign between whole and fraction. */
  decimal: "." | ",";
  /** Order of a date with slashes. */
  dates: "day first" | "month first";
}

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const AROUND = /^[\s$€£¥]+|[\s$€£¥%]+$|(?<=\d)[\s'’\u00a0\u202f](?=\d{3}(?!\d))/gu;
const ENGLISH = /^[-+]?(?:\d+|\d{1,3}(?:,\d{2,3})+)?(?:\.\d+)?(?:e[-+]?\d{1,3})?$/i;
const CONTINENTAL = /^[-+]?(?:\d+|\d{1,3}(?:\.\d{3})+)?(?:,\d+)?$/;

/** Undefined for a cell that is no number. A percentage is the number before its sign; one in parentheses is negative. */
export function numberOf(cell: string, { decimal }: Pick<Notation, "decimal">): number | undefined {
  if (decimal === "." && PLAIN.test(cell)) return Number(cell);
  if (!/\d/.test(cell) || cell.length > 40) return undefined;
  const inner = /^\((.+)\)$/.exec(cell.trim())?.[1];
  const bare = (inner ?? cell)
    .trim()
    .replace(/^-\s*[$€£¥]/u, "-")
    .replace(AROUND, "");
  if (!(decimal === "," ? CONTINENTAL : ENGLISH).test(bare)) return undefined;
  const plain = decimal === "," ? bare.replaceAll(".", "").replace(",", ".") : bare.replaceAll(",", "");
  const value = Number(plain);
  return inner === undefined ? value : -value;
}

/** Decimals as they are written. */
export function decimalsOf(cell: string, { decimal }: Pick<Notation, "decimal">): number {
  const at = cell.lastIndexOf(decimal);
  return at < 0 ? 0 : (/^\d+/.exec(cell.slice(at + 1))?.[0].length ?? 0);
}

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s+(\d{2}:\d{2}(?::\d{2})?))?/;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:,?\s+(\d{2}:\d{2}(?::\d{2})?))?/;

/** `2026-03-05`, or `2026-03-05 14:30`; undefined for a cell that is no date. */
export function dateOf(cell: string, { dates }: Pick<Notation, "dates">): string | undefined {
  if (!/^\d/.test(cell)) return undefined;
  const iso = ISO.exec(cell);
  if (iso) return dateText([iso[1], iso[2], iso[3]], iso[4]);
  const dotted = DOTTED.exec(cell);
  if (dotted) return dateText([dotted[3], dotted[2], dotted[1]], dotted[4]);
  const [, first = "", second = "", year, time] = SLASHED.exec(cell) ?? [];
  if (year === undefined) return undefined;
  const isDayFirst = Number(first) > 12 || (dates === "day first" && Number(second) <= 12);
  return dateText(isDayFirst ? [year, second, first] : [year, first, second], time);
}

function dateText(
  [year = "", month = "", day = ""]: readonly (string | undefined)[],
  time: string | undefined,
): string | undefined {
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return undefined;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return time === undefined ? date : `${date} ${time}`;
}

/** Notation of a table by its first rows. */
export function notationOf(rows: readonly (readonly string[])[]): Notation {
  let commas = 0;
  let points = 0;
  let isDayFirst = false;
  for (const cell of rows.flat()) {
    if (/^-?\d{1,3}(?:\.\d{3})*,\d{1,2}(?:\s*[€%])?$|^-?\d+,\d{4,}$/.test(cell)) commas += 1;
    else if (/^-?\d{1,3}(?:,\d{3})*\.\d{1,2}(?!\d|\.)|^-?\d+\.\d{4,}$/.test(cell)) points += 1;
    else if (Number(SLASHED.exec(cell)?.[1]) > 12) isDayFirst = true;
  }
  return { decimal: commas > points ? "," : ".", dates: isDayFirst ? "day first" : "month first" };
}

const ASCII = /^[\t-~]*$/;

/** Words without regard to case and accents. */
export function plainWords(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : fold(text);
}
