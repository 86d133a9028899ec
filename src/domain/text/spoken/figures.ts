/** Numbers, dates, times, amounts and units in words that every voice says rightly. Pure. */
import { datesSpoken, timesSpoken } from "./moments.ts";
import type { NounForms, SpokenLanguage } from "./spoken-language.ts";

const NUMBER = "\\d+(?:[.,]\\d+)?";

/** Steps in their order: what an earlier one has put in words, a later one no longer sees as a figure. */
export function figuresSpoken(text: string, language: SpokenLanguage): string {
  const steps = [
    datesSpoken,
    versions,
    timesSpoken,
    phones,
    ungrouped,
    amounts,
    ranges,
    percents,
    units,
    minus,
  ];
  return steps.reduce((said, step) => step(said, language), text);
}

function versions(text: string, { version, point }: SpokenLanguage): string {
  return text.replace(
    /(?<![\w.])(v?)(\d+(?:\.\d+)+)(?![\w]|\.\d)/g,
    (whole, mark: string, numbers: string) => {
      const parts = numbers.split(".");
      const isPlain = mark === "" && (parts.length < 3 || parts.slice(1).every(({ length }) => length === 3));
      if (isPlain) return whole;
      return `${mark === "" ? "" : `${version} `}${parts.join(` ${point} `)}`;
    },
  );
}

/** Digits of a telephone number in groups with pauses. */
function phones(text: string): string {
  return text.replace(/(?<![\w+])\+\d[\d ()/.-]{6,18}\d(?!\d)/g, (whole) =>
    whole
      .split(/[ ()/.-]+/)
      .filter((group) => group !== "")
      .map((group) => (/^\d{6,}$/.test(group) ? (group.match(/\d{1,3}/g) ?? []).join(" ") : group))
      .join(", "),
  );
}

/** 12,345.60 as 12345.60: voices stumble over the marks of groups. */
function ungrouped(text: string, { groups }: SpokenLanguage): string {
  const mark = `[${groups}]`;
  return text.replace(new RegExp(`(?<![\\d.,])\\d{1,3}(?:${mark}\\d{3})+(?!\\d)`, "g"), (whole) =>
    whole.replace(new RegExp(mark, "g"), ""),
  );
}

function amounts(text: string, { currencies }: SpokenLanguage): string {
  const names = alternatives(Object.keys(currencies));
  const scale = "(?:\\s(thousand|million|billion|trillion))?";
  const before = new RegExp(`(?<![\\p{L}\\p{N}])(${names})\\s?(${NUMBER})${scale}(?![\\p{L}\\d])`, "gu");
  const after = new RegExp(`(?<![\\p{L}\\d.,])(${NUMBER})\\s?(${names})(?![\\p{L}\\p{N}])`, "gu");
  const said = (name: string, value: string, of = "") => {
    const [one, many] = currencies[name] ?? [name, name];
    return of === "" ? `${value} ${value === "1" ? one : many}` : `${value} ${of} ${many}`;
  };
  return text
    .replace(before, (_, name: string, ...[value, of]: [string, string | undefined]) => said(name, value, of))
    .replace(after, (_, value: string, name: string) => said(name, value));
}

/** A dash between numbers; a hyphen only where the second is the greater one and neither is long. */
function ranges(text: string, { to }: SpokenLanguage): string {
  return text
    .replace(/(?<=\d)\s?–\s?(?=\d)/g, ` ${to} `)
    .replace(/(?<![\w.,-])(\d{1,3})-(\d{1,3})(?![\w-]|[.,]\d)/g, (whole, from: string, until: string) =>
      Number(from) < Number(until) ? `${from} ${to} ${until}` : whole,
    );
}

function percents(text: string, { percent }: SpokenLanguage): string {
  return text.replace(/(?<=\d)\s?%/g, ` ${percent}`);
}

/** A letter alone right behind a number is no unit: "the 1990s". */
function units(text: string, language: SpokenLanguage): string {
  const names = alternatives(Object.keys(language.units));
  const gap = "(?:\\s|(?!\\p{L}(?!\\p{L})))";
  const end = "(?![\\p{L}\\p{N}/²³])";
  const pattern = new RegExp(`(?<![\\p{L}\\d.,])(${NUMBER})${gap}(${names})${end}`, "gu");
  return text.replace(pattern, (whole, value: string, name: string) => {
    const unit = language.units[name];
    return unit ? `${value} ${form(unit, value)}` : whole;
  });
}

function minus(text: string, language: SpokenLanguage): string {
  return text.replace(/(?<![\w)])[-−](?=\d)/g, `${language.minus} `);
}

function form([one, many]: NounForms, value: string): string {
  return value === "1" ? one : many;
}

/** The longest first: "km/h" before "km". */
function alternatives(names: readonly string[]): string {
  return [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[$.*+?^()[\]{}|\\/]/g, "\\$&"))
    .join("|");
}
