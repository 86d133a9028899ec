/** Reads the XML of a Word document's part as Markdown. */

import { OmmlReader } from "../omml.ts";
import { pictureMark, Writer } from "../writer.ts";
import { attribute } from "../xml.ts";
import { DocxLinks } from "./links.ts";
import type { Numbering } from "./numbering.ts";
import { DocxTable } from "./table.ts";

type Attributes = Readonly<Record<string, string>>;

export interface DocxContext {
  /** Level by style. */
  headings: ReadonlyMap<string, number>;
  numbering: Numbering;
  /** Targets by id. */
  relations: ReadonlyMap<string, string>;
  /** Lines of charts and diagrams, by id. */
  drawings: ReadonlyMap<string, readonly string[]>;
  /** Markdown of other documents that stand in it, by id. */
  chunks: ReadonlyMap<string, string>;
}

/** Marks in the text by the elements that they stand for. */
const NOTES: Readonly<Record<string, string>> = {
  footnoteReference: "",
  endnoteReference: "",
  commentReference: "comment-",
};
const SIGNS: Readonly<Record<string, string>> = {
  tab: "\t",
  ptab: "\t",
  br: "\n",
  cr: "\n",
  noBreakHyphen: "-",
};
/** Contents that nobody reads: moved away, deleted, a fallback for programs that do not know the newer form, readings. */
const UNSEEN = new Set(["moveFrom", "del", "Fallback", "rt"]);

export class DocxReader {
  private readonly context: DocxContext;
  private readonly writer = new Writer();
  private readonly links: DocxLinks;
  private readonly table: DocxTable;
  private collected = "";
  private element = "";
  /** Depth of unseen elements. */
  private unseen = 0;
  private isHidden = false;
  private style = "";
  /** The formula that is being read. */
  private formula: OmmlReader | undefined;
  private isDisplayed = false;
  private choice = { wanted: 0, at: 0 };
  private list: { id?: string; level?: number } | undefined;

  constructor(context: DocxContext) {
    this.context = context;
    this.links = new DocxLinks(context.relations);
    this.table = new DocxTable(this.writer);
  }

  isDone(): boolean {
    return this.writer.isFull;
  }

  open(name: string, attributes: Attributes): void {
    if (UNSEEN.has(name)) this.unseen += 1;
    if (this.unseen > 0) return;
    if (this.formula) {
      this.formula.open(name, attributes);
      return;
    }
    if (name === "oMathPara") this.isDisplayed = true;
    if (name === "oMath") this.formula = new OmmlReader();
    this.element = name;
    if (name === "r") this.isHidden = false;
    if (name === "vanish") this.isHidden = !/^(?:0|false|off)$/.test(attribute(attributes, "val") ?? "");
    if (SIGNS[name] !== undefined && !this.isHidden) this.collected += SIGNS[name];
    if (name === "sym") this.collected += symbolOf(attribute(attributes, "char") ?? "");
    this.table.open(name, attributes);
    this.links.open(name, attributes, this.collected.length);
    this.marks(name, attributes);
    this.drawing(attributes, name);
    this.choose(name, attributes);
  }

  private marks(name: string, attributes: Attributes): void {
    const value = attribute(attributes, "val") ?? "";
    if (name === "pStyle") this.style = value;
    if (name === "numPr") this.list = {};
    if (name === "ilvl" && this.list) this.list.level = Math.min(8, Number(value) || 0);
    if (name === "numId" && this.list) this.list.id = value;
    const note = NOTES[name];
    if (note !== undefined) this.collected += `[^${note}${attribute(attributes, "id") ?? ""}]`;
  }

  /** The entry that is chosen in a form's list. */
  private choose(name: string, attributes: Attributes): void {
    if (name === "ddList") this.choice = { wanted: 0, at: 0 };
    if (name === "result") this.choice.wanted = Number(attribute(attributes, "val")) || 0;
    if (name === "listEntry" && this.choice.at++ === this.choice.wanted)
      this.collected += attribute(attributes, "val") ?? "";
  }

  private drawing(attributes: Attributes, name: string): void {
    if (name === "docPr") this.collected += pictureMark(attribute(attributes, "descr"));
    if (name === "altChunk")
      this.collected += this.context.chunks.get(attribute(attributes, "id") ?? "") ?? "";
    if (name !== "chart" && name !== "relIds") return;
    const id = attribute(attributes, name === "chart" ? "id" : "dm") ?? "";
    const lines = this.context.drawings.get(id) ?? [];
    if (lines.length > 0) this.collected += `\n\n${lines.join("\n")}\n`;
  }

  text(text: string): void {
    if (this.unseen > 0 || this.isHidden) return;
    if (this.formula) {
      this.formula.text(text);
      return;
    }
    if (this.element === "t") this.collected += text;
    if (this.element === "instrText") this.links.instruct(text);
  }

  close(name: string): void {
    if (UNSEEN.has(name)) this.unseen = Math.max(0, this.unseen - 1);
    if (this.unseen > 0) return;
    if (this.formula) {
      this.endFormula(this.formula, name);
      return;
    }
    if (name === "oMathPara") this.isDisplayed = false;
    if (name === "altChunk") this.paragraph();
    if (name === this.element) this.element = "";
    this.collected = this.links.close(name, this.collected);
    if (name === "p") this.paragraph();
    this.table.close(name);
  }

  private endFormula(formula: OmmlReader, name: string): void {
    if (name !== "oMath") {
      formula.close();
      return;
    }
    this.formula = undefined;
    const [tex, sign] = [formula.tex(), this.isDisplayed ? "$$" : "$"];
    if (tex !== "") this.collected += `${sign}${tex}${sign}`;
  }

  private paragraph(): void {
    const text = this.collected.trim();
    const label = text === "" ? undefined : this.label();
    const heading = this.context.headings.get(this.style) ?? levelOf(this.style);
    if (this.table.isOpen) this.table.add(label === undefined ? text : `${label.text} ${text}`);
    else if (text !== "") this.block(text, label, heading);
    [this.collected, this.style, this.list] = ["", "", undefined];
    this.links.paragraph();
  }

  /** The mark of a list's point, as Word shows it. */
  private label(): { text: string; level: number } | undefined {
    const { numbering } = this.context;
    const styled = numbering.ofStyle.get(this.style);
    const id = this.list?.id ?? styled?.id;
    if (id === "0" || (this.list === undefined && styled === undefined)) return undefined;
    const level = this.list?.level ?? styled?.level ?? 0;
    return { text: numbering.next(id ?? "", level), level };
  }

  private block(text: string, label: { text: string; level: number } | undefined, heading?: number): void {
    if (heading !== undefined) {
      const number = label === undefined || label.text === "-" ? "" : `${label.text} `;
      this.spaced(`${"#".repeat(heading)} ${number}${text}`);
    } else if (label === undefined) this.spaced(text);
    else this.writer.line(`${"  ".repeat(label.level)}${label.text} ${text}`);
  }

  private spaced(text: string): void {
    this.writer.line("");
    this.writer.line(text);
    this.writer.line("");
  }

  /** Renders each note as a Markdown footnote. The first two are the separator lines above the notes. */
  notes(element: "footnote" | "endnote" | "comment") {
    let [id, author, text, isText] = ["", "", "", false];
    return {
      open(name: string, attributes: Attributes) {
        if (name === element)
          [id, author, text] = [attribute(attributes, "id") ?? "", attribute(attributes, "author") ?? "", ""];
        if (name === "p" && text !== "") text += " ";
        isText = name === "t";
      },
      text: (piece: string) => {
        if (isText) text += piece;
      },
      close: (name: string) => {
        isText = false;
        if (name !== element || text.trim() === "") return;
        const [mark, by] = element === "comment" ? [`comment-${id}`, `${author || "Comment"}: `] : [id, ""];
        this.writer.line(`[^${mark}]: ${by}${text.trim()}`);
      },
    };
  }

  /** Texts that stand on each page. */
  edges(name: "Header" | "Footer", texts: readonly string[]): void {
    for (const text of texts) this.spaced(`${name}: ${text.replace(/\s*\n\s*/g, " ")}`);
  }

  end(): string {
    return this.writer.end();
  }
}

/** Boxes that forms are ticked with, from fonts of pictures. */
const SYMBOLS: Readonly<Record<string, string>> = {
  FC: "✓",
  FE: "☑",
  FD: "☒",
  FB: "✗",
  A8: "☐",
  "6F": "☐",
  "78": "☒",
  A7: "•",
  B7: "•",
  E0: "→",
};

function symbolOf(code: string): string {
  const known = SYMBOLS[code.toUpperCase().replace(/^(?:F0|00)/, "")];
  const value = Number.parseInt(code, 16);
  if (known !== undefined) return known;
  return value >= 0x20 && (value < 0xe000 || value > 0xf8ff) ? String.fromCodePoint(value) : "";
}

export function levelOf(name: string): number | undefined {
  if (/^title$/i.test(name)) return 1;
  const [, level] = /^heading ?([1-9])$/i.exec(name) ?? [];
  return level === undefined ? undefined : Math.min(6, Number(level));
}
