/** Numbers of a Word document's lists and headings, which no text holds: they are counted when it is shown. */
import { listNumber } from "../list-numbers.ts";
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
      return listNumber(counts[index] ?? 1, levels[index]?.format ?? "decimal");
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
