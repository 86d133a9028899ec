/** Texts of an approval for people: times in their own zone, and the main values in lines. */
import { locale } from "../../words/language.ts";
import { t } from "../../words/t.ts";

/** ISO 8601 with a zone, as tools take and return it. */
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)(?!\d)/g;
const LONGEST_VALUE = 300;

export function withLocalTimes(text: string): string {
  return text.replace(TIME, (time) => {
    const at = new Date(time);
    return Number.isNaN(at.getTime()) ? time : localTime(at);
  });
}

function localTime(at: Date): string {
  const day = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  return at.toLocaleString(locale, { ...day, hour: "2-digit", minute: "2-digit" });
}

/** The plain values of a tool's input, with their names as words; nested values appear only in the full input. */
export function linesOfInput(input: unknown): [string, string][] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [];
  return Object.entries(input).flatMap(([name, value]): [string, string][] => {
    const shown = plain(value);
    return shown === "" ? [] : [[wordsOf(name), shown]];
  });
}

/** Same for JSON, which may be cut off: then there are no lines. */
export function linesOfJson(json: string): [string, string][] {
  try {
    return linesOfInput(JSON.parse(json));
  } catch {
    return [];
  }
}

function plain(value: unknown): string {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return "";
  const text = withLocalTimes(value.trim());
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)} …` : text;
}

function wordsOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
