/** Shows the numbers of a workbook as their formats do: dates, times, durations and percentages. */
import type { Package } from "../package.ts";
import { readXml } from "../xml.ts";

const MOST_BYTES = 5_000_000;
/** Built-in formats that count, by number. */
export const BUILT_IN: Readonly<Record<number, string>> = {
  9: "0%",
  10: "0.00%",
  14: "yyyy-mm-dd",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
};
/** Excel's day number of 1970-01-01: it counts from the end of 1899 and includes a 29 February 1900. */
const DAYS_BEFORE_1970 = 25_569;
const DAYS_FROM_1904 = 1_462;
const DAY_SECONDS = 86_400;

export interface NumberFormats {
  /** The number as the style shows it; undefined for a plain number. */
  shown(style: number, value: number): string | undefined;
}

export async function numberFormatsOf(file: Package): Promise<NumberFormats> {
  const [codes, is1904] = [await codesOf(file), await countsFrom1904(file)];
  return {
    shown: (style, value) => shownNumber(codes.get(style) ?? "", value, is1904),
  };
}

/** A number by its bare format code: a date, time, duration or percentage; undefined for a plain number. */
export function shownNumber(code: string, value: number, is1904: boolean): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  if (code.includes("%")) return percentage(code, value);
  return /[ymdhs]/i.test(code) ? timeOf(code, value, is1904 ? DAYS_FROM_1904 : 0) : undefined;
}

/** Bare format code by style. */
async function codesOf(file: Package): Promise<Map<number, string>> {
  const formats = new Map(Object.entries(BUILT_IN).map(([number, code]) => [Number(number), code]));
  const styles = new Map<number, string>();
  let isCell = false;
  let count = 0;
  await readXml(file.pieces("xl/styles.xml", MOST_BYTES), {
    open(name, { numFmtId, formatCode = "" }) {
      if (name === "numFmt") formats.set(Number(numFmtId), bareCode(formatCode));
      if (name === "cellXfs") isCell = true;
      if (name !== "xf" || !isCell) return;
      styles.set(count, formats.get(Number(numFmtId)) ?? "");
      count += 1;
    },
    close(name) {
      if (name === "cellXfs") isCell = false;
    },
  });
  return styles;
}

/** The code of positive numbers, without quoted words and bracketed colours and currencies. */
export function bareCode(code: string): string {
  const bare = code.replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").split(";", 1)[0] ?? "";
  return /^general$/i.test(bare) ? "" : bare;
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

function percentage(code: string, value: number): string {
  const decimals = /\.([0#?]+)/.exec(code)?.[1]?.length ?? 0;
  return `${(value * 100).toFixed(Math.min(10, decimals))}%`;
}

function timeOf(code: string, value: number, offset: number): string {
  const hasSeconds = /s/i.test(code);
  const unit = /\[([hms])/i.exec(code)?.[1]?.toLowerCase();
  if (unit !== undefined) return duration(unit, value, hasSeconds);
  const isTimeAlone = !/[yd]/i.test(code) && /[hs]/i.test(code);
  if (isTimeAlone) return clock(value - Math.floor(value), hasSeconds);
  const at = new Date(Math.round((value + offset - DAYS_BEFORE_1970) * DAY_SECONDS) * 1_000);
  if (Number.isNaN(at.getTime())) return String(value);
  const [date = "", time = ""] = at.toISOString().slice(0, 19).split("T");
  const shown = hasSeconds && !time.endsWith(":00") ? time : time.slice(0, 5);
  return shown === "00:00" ? date : `${date} ${shown}`;
}

/** Time of day, of a share of it. */
function clock(share: number, hasSeconds: boolean): string {
  const seconds = Math.round((((share % 1) + 1) % 1) * DAY_SECONDS);
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  return [hours, minutes, ...(hasSeconds ? [rest] : [])].map(padded).join(":");
}

/** Hours, minutes or seconds that are not cut at a day: `38:30`. */
function duration(unit: string, days: number, hasSeconds: boolean): string {
  const sign = days < 0 ? "-" : "";
  const seconds = Math.round(Math.abs(days) * DAY_SECONDS);
  if (unit === "s") return `${sign}${seconds}`;
  const minutes = Math.floor(seconds / 60);
  const whole = unit === "m" ? [minutes] : [Math.floor(minutes / 60), minutes % 60];
  return sign + [...whole, ...(hasSeconds ? [seconds % 60] : [])].map(padded).join(":");
}

function padded(number: number): string {
  return String(number).padStart(2, "0");
}
