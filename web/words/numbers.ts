/** Numbers as the reader writes them. What formats them is made once: to make it takes longer than to format a thousand. */
import { locale } from "./language.ts";

const formats = new Map<string, Intl.NumberFormat>();
const rules = new Map<string, Intl.PluralRules>();

export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format.format(value);
}

export function rulesOf(tag: string): Intl.PluralRules {
  const known = rules.get(tag) ?? new Intl.PluralRules(tag);
  rules.set(tag, known);
  return known;
}
