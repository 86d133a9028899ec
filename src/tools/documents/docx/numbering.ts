/** Numbers of a Word document's lists and headings, which no text holds: they are counted when it is shown. */
import type { Package } from "../package.ts";
import { attribute, readXml } from "../xml.ts";

const MOST_BYTES = 3_000_000;
const LEVELS = 9;

interface Level {
  format: string;
  /** The label, with `%1` to `%9` for the levels' numbers. */
  text: string;
  start: number;
}

export class Numbering {
  /** List and level by style. */
  readonly ofStyle = new Map<string, { id: string; level: number }>();
  private readonly abstracts: ReadonlyMap<string, Level[]>;
  /** Abstract list by list. */
  private readonly lists: ReadonlyMap<string, string>;
  private readonly counts = new Map<string, number[]>();

  constructor(abstracts: ReadonlyMap<string, Level[]>, lists: ReadonlyMap<string, string>) {
    this.abstracts = abstracts;
    this.lists = lists;
  }

  /** Label of the list's next point: `-` where it has a picture or nothing is known. */
  next(list: string, level: number): string {
    const levels = this.abstracts.get(this.lists.get(list) ?? "");
    const own = levels?.[level];
    if (!levels || !own) return "-";
    const counts = this.counts.get(list) ?? [];
    this.counts.set(list, counts);
    for (let at = 0; at < level; at++) counts[at] ??= levels[at]?.start ?? 1;
    counts[level] = (counts[level] ?? own.start - 1) + 1;
    counts.length = level + 1;
    if (own.format === "bullet" || own.format === "none" || own.text.trim() === "") return "-";
    return own.text.replace(/%([1-9])/g, (_, at: string) => {
      const index = Number(at) - 1;
      return spelled(counts[index] ?? 1, levels[index]?.format ?? "decimal");
    });
  }
}

export async function numberingOf(file: Package): Promise<Numbering> {
  const abstracts = new Map<string, Level[]>();
  const lists = new Map<string, string>();
  let [levels, level, list]: [Level[], Level, string] = [[], emptyLevel(), ""];
  await readXml(file.pieces("word/numbering.xml", MOST_BYTES), {
    open(name, attributes) {
      const value = attribute(attributes, "val") ?? "";
      if (name === "abstractNum") {
        levels = [];
        abstracts.set(attribute(attributes, "abstractNumId") ?? "", levels);
      }
      if (name === "lvl") {
        level = emptyLevel();
        const at = Number(attribute(attributes, "ilvl"));
        if (at >= 0 && at < LEVELS) levels[at] = level;
      }
      if (name === "numFmt") level.format = value;
      if (name === "lvlText") level.text = value;
      if (name === "start") level.start = Number(value) || 0;
      if (name === "num") [list, levels] = [attribute(attributes, "numId") ?? "", []];
      if (name === "abstractNumId") lists.set(list, value);
    },
  });
  return new Numbering(abstracts, lists);
}

function emptyLevel(): Level {
  return { format: "decimal", text: "", start: 1 };
}

const ROMAN = [
  ["m", 1000],
  ["cm", 900],
  ["d", 500],
  ["cd", 400],
  ["c", 100],
  ["xc", 90],
  ["l", 50],
  ["xl", 40],
  ["x", 10],
  ["ix", 9],
  ["v", 5],
  ["iv", 4],
  ["i", 1],
] as const;

function spelled(count: number, format: string): string {
  if (format === "lowerLetter") return letters(count);
  if (format === "upperLetter") return letters(count).toUpperCase();
  if (format === "lowerRoman") return roman(count);
  if (format === "upperRoman") return roman(count).toUpperCase();
  return format === "decimalZero" && count < 10 ? `0${count}` : String(count);
}

/** The 27th is `aa`, as Word counts. */
function letters(count: number): string {
  const letter = String.fromCharCode(97 + ((count - 1) % 26));
  return letter.repeat(Math.min(10, Math.floor((count - 1) / 26) + 1));
}

function roman(count: number): string {
  let [text, rest] = ["", Math.min(count, 4_000)];
  for (const [sign, value] of ROMAN) for (; rest >= value; rest -= value) text += sign;
  return text;
}
