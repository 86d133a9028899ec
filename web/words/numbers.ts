/** Numbers as the reader writes them. What formats them is made once: to make it takes longer than to format a thousand. */
import { type Language, language, locale } from "./language.ts";

const formats = new Map<string, Intl.NumberFormat>();

export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  // Every language of the app writes it so, and the first screen has no other.
  if (options === undefined && Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format.format(value);
}

const TAKES_ONE: Record<Language, (count: number) => boolean> = {
  en: (count) => count === 1,
  de: (count) => count === 1,
  fr: (count) => Math.abs(count) < 2,
};

/** Whether so many are said in the singular. */
export function isOne(count: number): boolean {
  return TAKES_ONE[language](count);
}
