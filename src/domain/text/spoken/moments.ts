/** Dates and times of day as they are said. Pure. */
import type { SpokenLanguage } from "./spoken-language.ts";

/** 2026-11-28 everywhere, 28.11.2026 where the decimal mark is a comma. */
export function datesSpoken(text: string, language: SpokenLanguage): string {
  const iso = text.replace(/(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/g, (whole) => {
    const [year = "", month, day] = whole.split("-");
    return dateSpoken({ year, month: Number(month), day: Number(day) }, language) ?? whole;
  });
  if (language.decimal === ".") return iso;
  return iso.replace(/(?<![\d.])\d{1,2}\.\s?\d{1,2}\.\s?\d{4}(?!\d)/g, (whole) => {
    const [day, month, year = ""] = whole.split(/\.\s?/);
    return dateSpoken({ year, month: Number(month), day: Number(day) }, language) ?? whole;
  });
}

/** Null: there is no such day. */
function dateSpoken(
  { year, month, day }: { year: string; month: number; day: number },
  { months, date }: SpokenLanguage,
): string | null {
  const name = months[month - 1];
  return name === undefined || day < 1 || day > 31 ? null : date(day, name, year);
}

export function timesSpoken(text: string, language: SpokenLanguage): string {
  return text.replace(/(?<![\d:])([01]?\d|2[0-3])[:h][0-5]\d(?![\d:])(?:\s?Uhr)?/g, (whole, hour: string) => {
    const minute = Number(whole.slice(hour.length + 1, hour.length + 3));
    return language.time(Number(hour), minute) ?? whole;
  });
}
