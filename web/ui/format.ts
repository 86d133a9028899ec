/** Numbers and times for people. */
import { locale } from "../words/language.ts";
import { numberText } from "../words/numbers.ts";
import { shippedText } from "../words/server-text.ts";
import { plural, t } from "../words/t.ts";

/** US dollars; small sums keep two significant digits. */
export function money(dollars: number): string {
  if (dollars > 0 && dollars < 0.0001) return `< ${dollarsBy(0.0001, 4)}`;
  if (dollars < 0.01) return dollarsBy(dollars, 4);
  return dollarsBy(dollars, dollars < 1 ? 3 : 2, 2);
}

function dollarsBy(dollars: number, most: number, least = 0): string {
  const digits = { maximumFractionDigits: most, minimumFractionDigits: least };
  return numberText(dollars, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    ...digits,
  });
}

export function tokens(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_950) return `${decimal(count / 1000, count < 9950 ? 1 : 0)}k`;
  return `${decimal(count / 1_000_000, 1)}M`;
}

/** "1 token", "1.2k tokens". */
export function tokensIn(count: number, shown: (count: number) => string): string {
  return plural(count, ["{n} token", "{n} tokens"], { n: shown(count) });
}

export function duration(ms: number): string {
  if (ms < 950) return t("{ms} ms", { ms: Math.max(0, Math.round(ms / 10) * 10) });
  const seconds = ms / 1000;
  if (seconds < 59.5) return `${decimal(seconds, seconds < 9.95 ? 1 : 0)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return t("{minutes} min {seconds} s", { minutes, seconds: Math.round(seconds) % 60 });
  return t("{minutes} h {minutes2} min", { minutes: Math.floor(minutes / 60), minutes2: minutes % 60 });
}

/** A short text for how long ago. Both in ms since the epoch. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  if (seconds < 45) return t("just now");
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t("{minutes} min ago", { minutes });
  const hours = Math.round(minutes / 60);
  if (hours < 24) return t("{hours} h ago", { hours });
  const days = Math.round(hours / 24);
  return days < 7 ? t("{days} d ago", { days }) : day(then);
}

/** A day with its year. `at` is in ms since the epoch. */
export function day(at: number): string {
  return new Date(at).toLocaleDateString(locale, { day: "numeric", month: "short", year: "numeric" });
}

export function bytes(size: number): string {
  if (size < 1000) return t("{n} B", { n: size });
  if (size < 1_000_000) return t("{n} kB", { n: decimal(size / 1000, 1) });
  if (size < 1_000_000_000) return t("{n} MB", { n: decimal(size / 1_000_000, 1) });
  return t("{n} GB", { n: decimal(size / 1_000_000_000, 1) });
}

/** `provider/model` as a name for people. */
export function modelName(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}

/** A tool's name as words, in the reader's language for Nightjar's own. */
export function toolName(name: string): string {
  const own = name.replace(/^(cap|mcp)_/, "");
  const words = own.replaceAll(/[_-]+/g, " ").trim();
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return own === name ? shippedText(title) : title;
}

/** Rounds to that many decimals at most, with the reader's decimal separator. */
function decimal(value: number, digits: number): string {
  return numberText(value, { maximumFractionDigits: digits });
}

/** Dollars from typed text; undefined for an empty text, NaN for one that is no amount. */
export function dollarsIn(text: string): number | undefined {
  const typed = text.trim().replace(",", ".").replace(/^\$/, "");
  return typed === "" ? undefined : Number(typed);
}
