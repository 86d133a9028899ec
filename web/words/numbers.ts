/**
 * Formats numbers for the reader. Formatters are cached: creating one takes longer than formatting a thousand numbers.
 */
import { type Language, language, locale } from "./language.ts";

const formats = new Map<string, Intl.NumberFormat>();

export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  // All languages of the app write these alike, and the first screen has no others.
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

/** Whether that count takes the singular. */
export function isOne(count: number): boolean {
  return TAKES_ONE[language](count);
}
