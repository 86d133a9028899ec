/** Finds the cells of a workbook that are dates: they are numbers that only their format marks as dates. */
import type { Package } from "./package.ts";
import { readXml } from "./xml.ts";

const MOST_BYTES = 5_000_000;
/** Built-in date formats, by number. */
const BUILT_IN = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
/** Excel's day number of 1970-01-01: it counts from the end of 1899 and includes a 29 February 1900. */
const DAYS_BEFORE_1970 = 25_569;
const DAYS_FROM_1904 = 1_462;
const DAY_MS = 86_400_000;

export interface DateFormats {
  isDate(style: number): boolean;
  /** Formats a number as a date, a date and time, or a time. */
  dateOf(value: number): string;
}

export async function dateFormatsOf(file: Package): Promise<DateFormats> {
  const [dated, offset] = [await datedStylesOf(file), (await countsFrom1904(file)) ? DAYS_FROM_1904 : 0];
  return { isDate: (style) => dated.has(style), dateOf: (value) => spelled(value + offset) };
}

async function datedStylesOf(file: Package): Promise<Set<number>> {
  const formats = new Set(BUILT_IN);
  const styles = new Set<number>();
  let isCell = false;
  let count = 0;
  await readXml(file.pieces("xl/styles.xml", MOST_BYTES), {
    open(name, { numFmtId, formatCode = "" }) {
      if (name === "numFmt" && isDateCode(formatCode)) formats.add(Number(numFmtId));
      if (name === "cellXfs") isCell = true;
      if (name !== "xf" || !isCell) return;
      if (formats.has(Number(numFmtId))) styles.add(count);
      count += 1;
    },
    close(name) {
      if (name === "cellXfs") isCell = false;
    },
  });
  return styles;
}

/** Looks for date codes outside quoted words and bracketed colours and currencies. */
function isDateCode(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ""));
}

async function countsFrom1904(file: Package): Promise<boolean> {
  let found = false;
  await readXml(file.pieces("xl/workbook.xml", MOST_BYTES), {
    open(name, { date1904 }) {
      if (name === "workbookPr") found = date1904 === "1" || date1904 === "true";
    },
  });
  return found;
}

function spelled(days: number): string {
  const at = new Date(Math.round((days - DAYS_BEFORE_1970) * DAY_MS));
  if (Number.isNaN(at.getTime())) return String(days);
  const [date = "", time = ""] = at.toISOString().slice(0, 16).split("T");
  if (days < 1) return time;
  return time === "00:00" ? date : `${date} ${time}`;
}
