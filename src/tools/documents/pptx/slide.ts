/** Reads the XML of one slide, or of its notes. */
import { OmmlReader } from "../omml.ts";
import { pictureMark, row, ruler } from "../writer.ts";
import { attribute } from "../xml.ts";

interface SlideParts {
  /** Lines of charts and diagrams, by relation. */
  drawings: ReadonlyMap<string, readonly string[]>;
  /** Targets by relation. */
  relations: ReadonlyMap<string, string>;
}

export class SlideReader {
  title = "";
  isHidden = false;
  private readonly parts: SlideParts;
  private formula: OmmlReader | undefined;
  /** Address of the run that is being read. */
  private link: string | undefined;
  private runStart = 0;
  /** Inside a fallback, which repeats the content for programs that do not know the newer form. */
  private isFallback = false;
  readonly lines: string[] = [];
  private collected = "";
  private isText = false;
  private isTitle = false;
  private level = 0;
  private cells: string[] | undefined;
  private cell = "";
  private rows = 0;

  constructor(parts: SlideParts = { drawings: new Map(), relations: new Map() }) {
    this.parts = parts;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.formula) {
      this.formula.open(name, attributes);
      return;
    }
    if (name === "Fallback") this.isFallback = true;
    if (name === "oMath" && !this.isFallback) this.formula = new OmmlReader();
    if (name === "sld") this.isHidden = attribute(attributes, "show") === "0";
    if (name === "t") this.isText = !this.isFallback;
    if (name === "chart") this.draw(attribute(attributes, "id"));
    if (name === "relIds") this.draw(attribute(attributes, "dm"));
    if (name === "cNvPr") this.describe(attribute(attributes, "descr"));
    if (name === "r") [this.runStart, this.link] = [this.collected.length, undefined];
    if (name === "hlinkClick") this.link = this.parts.relations.get(attribute(attributes, "id") ?? "");
    if (name === "br") this.collected += " ";
    if (name === "sp") this.isTitle = false;
    if (name === "ph") this.isTitle = /title/i.test(attribute(attributes, "type") ?? "");
    if (name === "pPr") this.level = Math.min(8, Number(attribute(attributes, "lvl")) || 0);
    if (name === "tbl") this.rows = 0;
    if (name === "tr") this.cells = [];
  }

  private draw(id = ""): void {
    const lines = this.isFallback ? [] : (this.parts.drawings.get(id) ?? []);
    if (lines.length > 0) this.lines.push("", ...lines, "");
  }

  text(text: string): void {
    if (this.formula) this.formula.text(text);
    else if (this.isText) this.collected += text;
  }

  close(name: string): void {
    if (this.formula) {
      this.endFormula(this.formula, name);
      return;
    }
    if (name === "t") this.isText = false;
    if (name === "r") this.endRun();
    if (name === "Fallback") this.isFallback = false;
    if (name === "p") this.paragraph();
    if (name === "tc") this.endCell();
    if (name === "tr") this.endRow();
  }

  private describe(words: string | undefined): void {
    const mark = this.isFallback ? "" : pictureMark(words).trim();
    if (mark !== "") this.lines.push(mark);
  }

  private endFormula(formula: OmmlReader, name: string): void {
    if (name !== "oMath") {
      formula.close();
      return;
    }
    this.formula = undefined;
    if (formula.tex() !== "") this.collected += `$${formula.tex()}$`;
  }

  /** A link to a place outside is told with its words. */
  private endRun(): void {
    const words = this.collected.slice(this.runStart);
    const to = this.link ?? "";
    this.link = undefined;
    if (!/^(?:https?|mailto):/i.test(to) || words.trim() === "" || words.trim() === to) return;
    const address = to.replaceAll(/[\s()]/g, encodeURIComponent);
    this.collected = `${this.collected.slice(0, this.runStart)}[${words}](${address})`;
  }

  private paragraph(): void {
    const text = this.collected.trim();
    if (this.cells) this.cell += `${text}\n`;
    else if (this.isTitle) this.title = `${this.title} ${text}`.trim();
    else if (text !== "") this.lines.push(`${"  ".repeat(this.level)}- ${text}`);
    [this.collected, this.level] = ["", 0];
  }

  private endCell(): void {
    this.cells?.push(this.cell);
    this.cell = "";
  }

  private endRow(): void {
    const cells = this.cells ?? [];
    if (this.rows === 0) this.lines.push("");
    this.lines.push(row(cells));
    if (this.rows++ === 0) this.lines.push(ruler(cells.length));
    this.cells = undefined;
  }
}
