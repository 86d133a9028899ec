/** Numbers of OpenDocument lists, which no text holds: they are counted when they are shown. */
import { listNumber } from "../list-numbers.ts";
import { attribute } from "../xml.ts";

type Attributes = Readonly<Record<string, string>>;

interface Level {
  format: string;
  prefix: string;
  suffix: string;
  start: number;
}

const FORMATS: Readonly<Record<string, string>> = {
  "1": "decimal",
  a: "lowerLetter",
  A: "upperLetter",
  i: "lowerRoman",
  I: "upperRoman",
};
const MOST_STYLES = 5_000;

/** Styles of lists, collected from the XML that declares them. */
export class ListStyles {
  private readonly levels = new Map<string, Level>();
  private style = "";

  open(name: string, attributes: Attributes): void {
    const of = (key: string) => attribute(attributes, key) ?? "";
    if (name === "list-style" || name === "outline-style") this.style = of("name");
    if (name !== "list-level-style-number" || this.levels.size >= MOST_STYLES) return;
    this.levels.set(`${this.style} ${of("level")}`, {
      format: FORMATS[of("num-format")] ?? "",
      prefix: of("num-prefix"),
      suffix: of("num-suffix"),
      start: Number(of("start-value")) || 1,
    });
  }

  level(style: string, depth: number): Level | undefined {
    return this.levels.get(`${style} ${depth}`);
  }
}

interface OpenList {
  style: string;
  count: number | undefined;
}

export class ListCounter {
  private readonly styles: ListStyles;
  private readonly lists: OpenList[] = [];
  /** Last count by style, for lists that go on. */
  private readonly counts = new Map<string, number>();
  private isNew = false;

  constructor(styles: ListStyles) {
    this.styles = styles;
  }

  get depth(): number {
    return this.lists.length;
  }

  open(name: string, attributes: Attributes): void {
    const value = Number(attribute(attributes, "start-value")) || undefined;
    if (name === "list") {
      const style = attribute(attributes, "style-name") ?? this.lists.at(-1)?.style ?? "";
      const goesOn =
        attribute(attributes, "continue-numbering") === "true" || attribute(attributes, "continue-list");
      this.lists.push({ style, count: goesOn ? this.counts.get(style) : undefined });
    }
    if (name === "list-item") this.begin(value);
  }

  close(): void {
    this.lists.pop();
    this.isNew = false;
  }

  private begin(value: number | undefined): void {
    const list = this.lists.at(-1);
    if (!list) return;
    const start = this.styles.level(list.style, this.depth)?.start ?? 1;
    list.count = value ?? (list.count === undefined ? start : list.count + 1);
    if (this.depth === 1) this.counts.set(list.style, list.count);
    this.isNew = true;
  }

  /** Mark of the paragraph: the item's number or a dash, and none for the item's other paragraphs. */
  mark(): string {
    const list = this.lists.at(-1);
    if (!list || !this.isNew) return "";
    this.isNew = false;
    const level = this.styles.level(list.style, this.depth);
    if (!level || level.format === "") return "- ";
    return `${level.prefix}${listNumber(list.count ?? 1, level.format)}${level.suffix || "."} `;
  }
}
