/** Figures of a text: their values, as they may be meant, with their units. */
import { languageOf } from "../../domain/text/language/known-language.ts";
import { centuryOf, numberOfWord, scaleOf } from "./number-words.ts";
import { partsOf } from "./parts.ts";
import { inOneSpelling } from "./spelled.ts";
import { type Unit, unitOf } from "./units.ts";

export interface Figure {
  /** Words of the text that give it. */
  words: string;
  /** "1,234" is 1234 or 1.234: a figure with several values is meant as one of them, the likelier first. */
  values: readonly number[];
  unit?: Unit;
  /** The text says that it is rounded. */
  isRough: boolean;
  /** A share told as a part ("a third"), so that 33 % is the same. */
  isPart?: boolean;
}

const TOKEN =
  /(?<sign>(?<![\p{L}\d])[-−+])?(?:(?<money>[$€£])\s?)?(?<digits>\d[\d.,'’\u00a0\u202f]*\d|\d)|(?<word>\p{L}[\p{L}-]*)/gu;
const ROUGH =
  /(?:about|around|roughly|nearly|almost|approximately|some|circa|ca\.|over|more than|up to|~|≈|rund|etwa|ungefähr|knapp|fast|über|mehr als|bis zu|gut|environ|près de|presque|plus de|jusqu'à)\s*$/iu;
const PERCENT: Unit = { measures: "share", factor: 1 };
const BLOCKS = /^\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+/u;

export function figuresOf(text: string): Figure[] {
  const joined = inOneSpelling(text).replace(/(?<=\d) (?=\d{3}(?!\d))/gu, "\u00a0");
  const figures: Figure[] = [];
  for (const match of joined.matchAll(TOKEN)) {
    const values = valuesOf(match);
    if (values === undefined) continue;
    const figure = figureAt(joined, match, values);
    if (figure) figures.push(figure);
  }
  return inLikelyOrder(figures, languageOf(text));
}

/** Figures that a text gives evidence for beside its own: half is 50 %, the nineteenth is 19. */
export function figuresOfParts(text: string): Figure[] {
  return partsOf(text).map(({ kind, value }) => {
    const figure = { words: String(value), values: [value], isRough: false };
    return kind === "ordinal" ? figure : { ...figure, isPart: true, unit: PERCENT };
  });
}

function inLikelyOrder(figures: Figure[], language: string): Figure[] {
  const blocks = language === "en" ? "," : ".";
  return figures.map((figure) =>
    figure.values.length === 2 && !figure.words.includes(blocks)
      ? { ...figure, values: figure.values.toReversed() }
      : figure,
  );
}

function valuesOf({ groups, index, input }: RegExpExecArray): number[] | undefined {
  const { sign, digits, word } = groups ?? {};
  if (word !== undefined) {
    const value = numberOfWord(word) ?? centuryOf(word);
    return value === undefined ? undefined : [value];
  }
  if (digits === undefined) return undefined;
  // A letter before a digit makes a name of it: "B12", "CO2".
  if (/\p{L}/u.test(input[index - 1] ?? "")) return undefined;
  const values = digitValues(digits);
  return sign === "-" || sign === "−" ? values.map((value) => -value) : values;
}

/** Values that digits with separators can mean. */
export function digitValues(digits: string): number[] {
  const plain = digits.replace(/[.,]+$/, "").replace(/[\u00a0\u202f'’ ]/gu, "");
  const marks = [...plain].filter((letter) => letter === "." || letter === ",");
  if (marks.length === 0) return [Number(plain)];
  const last = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  const asPoint = Number(`${plain.slice(0, last).replace(/[.,]/g, "")}.${plain.slice(last + 1)}`);
  const asBlocks = Number(plain.replace(/[.,]/g, ""));
  if (new Set(marks).size === 2) return [asPoint];
  if (marks.length > 1) return [asBlocks];
  const isBlock = /^[1-9]\d{0,2}[.,]\d{3}$/.test(plain) && !BLOCKS.test(digits);
  return isBlock ? [asBlocks, asPoint] : [asPoint];
}

function figureAt(text: string, match: RegExpExecArray, values: number[]): Figure | undefined {
  const end = match.index + match[0].length;
  const isWord = match.groups?.["word"] !== undefined;
  const { factor, rest, scaled } = scaledBy(text.slice(end), isWord);
  const money = match.groups?.["money"];
  const unit = money ? unitOf(money) : unitAfter(rest);
  // "Mille" and "hundert" as words are their own number and no scale of another one.
  const before = text.slice(Math.max(0, match.index - 14), match.index);
  const figure = {
    words: (match[0] + scaled).trim(),
    values: values.map((value) => value * factor),
    isRough: ROUGH.test(before),
  };
  return unit ? { ...figure, unit } : figure;
}

function scaledBy(after: string, isWord: boolean): { factor: number; rest: string; scaled: string } {
  let [factor, rest, scaled] = [1, after, ""];
  for (;;) {
    const next = /^[\s\u00a0-]?(\p{L}+\.?)/u.exec(rest);
    const by = next && scaleOf(next[1] ?? "", isWord);
    if (!next || by === undefined || by === null) return { factor, rest, scaled };
    factor *= by;
    scaled += next[0];
    rest = rest.slice(next[0].length);
  }
}

function unitAfter(rest: string): Unit | undefined {
  const two = /^[\s\u00a0-]{0,2}(\p{L}+) (\p{L}+)/u.exec(rest);
  const pair = two && unitOf(`${two[1]}-${two[2]}`);
  if (pair) return pair;
  const one = /^[\s\u00a0-]{0,2}(?:(?:US[-\s]?)?([$€£%°][CF]?)|(\p{L}[\p{L}²]*(?:\/h)?\d?))/u.exec(rest);
  return unitOf(one?.[1] ?? one?.[2] ?? "");
}
