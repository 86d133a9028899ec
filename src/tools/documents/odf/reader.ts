/** Reads the XML of an OpenDocument file as Markdown. */
import { pictureMark, row, ruler, Writer } from "../writer.ts";
import { attribute } from "../xml.ts";
import { type Cell, cellOf, emptyCell, MergedCells, MOST_COLUMNS, timesOf } from "./cells.ts";
import { ListCounter, ListStyles } from "./lists.ts";

type Attributes = Readonly<Record<string, string>>;

/** Contents that nobody sees in the text: deleted passages, and settings. */
const UNSEEN = new Set([
  "tracked-changes",
  "automatic-styles",
  "styles",
  "font-face-decls",
  "master-styles",
  "meta",
  "settings",
  "forms",
  "ruby-text",
]);
const ASIDES = new Set([
  "creator",
  "date",
  "date-string",
  "creator-initials",
  "sender-initials",
  "note-citation",
]);

/** Names that the program gives by itself, as `page1`. */
const COUNTED = /^(?:\p{L}+ ?\d+)?$/u;

export class OdfReader {
  private readonly writer = new Writer();
  private readonly notes: string[] = [];
  private collected = "";
  private unseen = 0;
  private depth: { table: number; shapes: number } = { table: 0, shapes: 0 };
  private readonly styles: ListStyles;
  private readonly lists: ListCounter;
  /** Lines of charts and formulas, by folder. */
  private readonly objects: ReadonlyMap<string, readonly string[]>;
  /** Styles of sheets that are not shown. */
  private readonly hidden = new Set<string>();
  private tableStyle = "";
  private merged = new MergedCells();
  /** Texts of shapes that lie on the sheet; they follow its cells. */
  private shapes: string[] = [];
  private heading = 0;
  private cells: string[] = [];
  private cell: Cell = emptyCell();
  private rows = 0;
  private isSheet = false;
  private pages = 0;
  /** The text outside the note that is being read. */
  private outside: { text: string; author: string }[] = [];
  private author = "";
  /** Author or date of a note, which are no words of it. */
  private aside: string | undefined;
  /** Words on a picture or a shape that are being read. */
  private description: string | undefined;
  private rowTimes = 1;
  private link = { from: 0, to: "" };

  constructor(styles = new ListStyles(), objects: ReadonlyMap<string, readonly string[]> = new Map()) {
    this.styles = styles;
    this.lists = new ListCounter(styles);
    this.objects = objects;
  }

  isDone(): boolean {
    return this.writer.isFull;
  }

  open(name: string, attributes: Attributes): void {
    if (UNSEEN.has(name)) this.unseen += 1;
    this.style(name, attributes);
    if (this.unseen > 0) return;
    const of = (key: string) => attribute(attributes, key) ?? "";
    if (name === "spreadsheet") this.isSheet = true;
    else if (name === "s") this.collected += " ".repeat(Math.min(100, Number(of("c")) || 1));
    else if (name === "tab") this.collected += "\t";
    else if (name === "line-break") this.collected += "\n";
    else if (name === "h") this.heading = Math.min(6, Number(of("outline-level")) || 1);
    else if (name === "list" || name === "list-item") this.lists.open(name, attributes);
    else if (name === "a") this.link = { from: this.collected.length, to: of("href") };
    else if (name === "note" || name === "annotation") this.beginNote();
    else if (name === "title" || name === "desc") this.description = "";
    else if (ASIDES.has(name) && this.outside.length > 0) this.aside = name;
    else this.frame(name, attributes, of);
  }

  private style(name: string, attributes: Attributes): void {
    this.styles.open(name, attributes);
    if (name === "style") this.tableStyle = attribute(attributes, "name") ?? "";
    if (name === "table-properties" && attribute(attributes, "display") === "false")
      this.hidden.add(this.tableStyle);
  }

  private frame(name: string, attributes: Attributes, of: (key: string) => string): void {
    // A presentation's page is a slide.
    if (name === "page")
      this.writer.line(`\n## Slide ${++this.pages}${COUNTED.test(of("name")) ? "" : `: ${of("name")}`}\n`);
    if (name === "notes") this.writer.line("\nNotes:");
    if (name === "text-box" || name === "custom-shape") this.interrupt();
    if (name === "shapes") this.depth.shapes += 1;
    if (name === "object") this.object(of("href"));
    if (name === "table") this.beginTable(of("name"), of("style-name"));
    if (name === "table-cell" || name === "covered-table-cell") this.cell = cellOf(name, attributes);
    if (name === "table-row" && this.depth.table === 1)
      this.rowTimes = timesOf(attributes, "number-rows-repeated");
  }

  /** The words before a box are a paragraph of their own. */
  private interrupt(): void {
    if (this.outside.length === 0 && this.collected.trim() !== "") this.paragraph();
  }

  private object(href: string): void {
    const lines = this.objects.get(href.replace(/^\.\//, "")) ?? [];
    if (lines.length === 0) return;
    if (this.depth.shapes > 0) this.shapes.push("", ...lines);
    else if (this.depth.table > 0 || lines.length === 1) this.collected += ` ${lines.join(" ")} `;
    else {
      this.interrupt();
      for (const line of ["", ...lines, ""]) this.writer.line(line);
    }
  }

  private beginTable(name: string, style: string): void {
    if (this.depth.table++ > 0) return;
    [this.rows, this.merged] = [0, new MergedCells()];
    const hidden = this.hidden.has(style) ? " (hidden)" : "";
    if (this.isSheet) this.writer.line(`\n## Sheet ${name}${hidden}\n`);
    else this.writer.line("");
  }

  text(text: string): void {
    if (this.unseen > 0) return;
    if (this.description !== undefined) {
      this.description += text;
      return;
    }
    if (this.aside === "creator") this.author += text;
    if (this.aside !== undefined) return;
    // Line breaks of the XML are no line breaks of the text.
    this.collected += text.replace(/\s+/g, " ");
  }

  close(name: string): void {
    if (UNSEEN.has(name)) this.unseen = Math.max(0, this.unseen - 1);
    if (this.unseen > 0) return;
    if (name === "p" || name === "h") this.paragraph();
    else if (name === "a") this.endLink();
    else if (name === "list") this.lists.close();
    else if (name === "title" || name === "desc") this.endDescription();
    else if (name === "shapes") this.depth.shapes -= 1;
    else if (name === this.aside) this.aside = undefined;
    else if (name === "note" || name === "annotation") this.endNote(name);
    else if (name === "table-cell" || name === "covered-table-cell") this.endCell();
    else if (name === "table-row") this.endRow();
    else if (name === "table") this.endTable();
  }

  private paragraph(): void {
    const text = this.collected.trim();
    const heading = this.heading;
    this.heading = 0;
    if (this.outside.length > 0) {
      this.collected = text === "" ? "" : `${text} `;
      return;
    }
    this.collected = "";
    if (this.depth.shapes > 0) this.shapes.push(text);
    else if (this.depth.table > 0) this.cell.text += `${text}\n`;
    else if (text === "") return;
    else if (heading > 0) this.writer.line(`\n${"#".repeat(heading)} ${text}\n`);
    else if (this.lists.depth > 0)
      this.writer.line(`${"  ".repeat(this.lists.depth - 1)}${this.lists.mark()}${text}`);
    else this.writer.line(`\n${text}\n`);
  }

  private endDescription(): void {
    const mark = pictureMark(this.description);
    this.description = undefined;
    this.collected += mark;
  }

  private endLink(): void {
    const { from, to } = this.link;
    const words = this.collected.slice(from).trim();
    if (/^(?:https?|mailto):/i.test(to) && words !== "" && words !== to)
      this.collected = `${this.collected.slice(0, from)}[${words}](${to.replaceAll(/[\s()]/g, encodeURIComponent)})`;
    this.link = { from: 0, to: "" };
  }

  private beginNote(): void {
    this.outside.push({ text: this.collected, author: this.author });
    [this.collected, this.author] = ["", ""];
  }

  private endNote(name: string): void {
    const { text = "", author = "" } = this.outside.pop() ?? {};
    const words = this.collected.replace(/\s+/g, " ").trim();
    const mark = `[^${this.notes.length + 1}]`;
    const by = name === "annotation" ? `${this.author.trim() || "Comment"}: ` : "";
    if (words !== "") this.notes.push(`${mark}: ${by}${words}`);
    [this.collected, this.author] = [words === "" ? text : `${text}${mark}`, author];
    // A comment on a cell stands before its text.
    if (this.depth.table > 0 && name === "annotation" && text === "" && words !== "") {
      this.cell.text += mark;
      this.collected = "";
    }
  }

  private endCell(): void {
    if (this.depth.table !== 1) return;
    const { text: own, otherwise, times, isCovered } = this.cell;
    const at = this.cells.length;
    const text = isCovered && this.isSheet ? this.merged.at(at) : own;
    if (!isCovered) this.merged.add(this.cell, { at, text: (own.trim() === "" ? otherwise : own).trim() });
    const wanted = Math.max(0, Math.min(times, MOST_COLUMNS - this.cells.length));
    this.cells.push(...Array<string>(wanted).fill(text.trim() === "" ? otherwise : text));
    this.cell = emptyCell();
  }

  /** Writes a row. A sheet's empty columns at the right are repeated to its edge. */
  private endRow(): void {
    if (this.depth.table !== 1) return;
    while (this.cells.length > 0 && this.cells.at(-1)?.trim() === "" && this.isSheet) this.cells.pop();
    const cells = this.cells;
    this.cells = [];
    this.merged.endRow();
    if (cells.length === 0) return;
    for (let time = 0; time < this.rowTimes && !this.writer.isFull; time++) {
      this.writer.line(row(cells));
      if (this.rows++ === 0) this.writer.line(ruler(cells.length));
    }
  }

  private endTable(): void {
    this.depth.table -= 1;
    if (this.depth.table > 0) return;
    if (this.rows === 0 && this.isSheet) this.writer.line("(empty)");
    this.writer.line("");
    for (const line of this.shapes) this.writer.line(line);
    this.shapes = [];
  }

  /** A text that stands on each page. */
  edge(text: string): void {
    this.writer.line(`\n${text}\n`);
  }

  end(): string {
    for (const note of this.notes) this.writer.line(note);
    const text = this.writer.end();
    return text.replaceAll(/^## Slide (\d+)/gm, `## Slide $1 of ${this.pages}`);
  }
}
