/** Reads one sheet, row by row. */

import { row, ruler, type Writer } from "../writer.ts";
import { columnOf } from "./columns.ts";
import type { NumberFormats } from "./dates.ts";
import { SharedFormulas } from "./formulas.ts";
import type { Merges } from "./merges.ts";

const MOST_COLUMNS = 1_000;

interface SheetDeps {
  strings: readonly string[];
  formats: NumberFormats;
  writer: Writer;
  merges: Merges;
  /** Address by cell. */
  links: ReadonlyMap<string, string>;
}

export class SheetReader {
  private readonly deps: SheetDeps;
  private cells: string[] = [];
  private columns = 0;
  private rows = 0;
  /** Number of rows that the sheet declares, as in `A1:F2000`. */
  private all = 0;
  private row = 0;
  private at = 0;
  private type = "";
  private style = 0;
  private value = "";
  private formula = "";
  private place: "value" | "formula" | undefined;
  private isReading = false;
  private readonly formulas = new SharedFormulas();

  constructor(deps: SheetDeps) {
    this.deps = deps;
  }

  isDone(): boolean {
    return this.deps.writer.isFull;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "dimension") this.all = Number(/(\d+)$/.exec(attributes["ref"] ?? "")?.[1] ?? 0);
    if (name === "row") this.beginRow(attributes);
    if (name === "c") this.begin(attributes);
    if (name === "v" || name === "t") this.place = "value";
    if (name === "f") {
      this.place = "formula";
      this.formulas.open(attributes);
    }
    // Japanese texts contain phonetic readings beside the words.
    if (name === "rPh") this.isReading = true;
  }

  private beginRow({ r = "" }: Readonly<Record<string, string>>): void {
    this.cells = [];
    this.row = r === "" ? this.row + 1 : Number(r);
  }

  private begin({ r = "", t = "n", s = "0" }: Readonly<Record<string, string>>): void {
    this.at = r === "" ? this.cells.length : columnOf(r);
    [this.type, this.style, this.value, this.formula] = [t, Number(s), "", ""];
    this.formulas.cell = r;
  }

  text(text: string): void {
    if (this.place === "value" && !this.isReading) this.value += text;
    if (this.place === "formula") this.formula += text;
  }

  close(name: string): void {
    if (name === "f") this.formula = this.formulas.close(this.formula);
    if (name === "v" || name === "t" || name === "f") this.place = undefined;
    if (name === "rPh") this.isReading = false;
    if (name === "c" && this.at < MOST_COLUMNS) this.endCell();
    if (name === "row") this.endRow();
  }

  private endRow(): void {
    this.deps.merges.fill(this.row, this.cells);
    if (this.cells.length > 0) this.write();
  }

  /** A program that does not compute leaves formulas without their values: the formula itself then says what is there. */
  private endCell(): void {
    const to = this.deps.links.get(this.formulas.cell);
    if (this.value !== "") this.set(linked(this.shown(), to));
    else if (this.formula !== "") this.set(`=${this.formula}`);
  }

  private set(text: string): void {
    while (this.cells.length < this.at) this.cells.push("");
    this.cells[this.at] = text;
  }

  private shown(): string {
    const { strings, formats } = this.deps;
    if (this.type === "s") return strings[Number(this.value)] ?? "";
    if (this.type === "b") return this.value === "1" ? "TRUE" : "FALSE";
    if (this.type !== "n") return this.value;
    return formats.shown(this.style, Number(this.value)) ?? plainNumber(this.value);
  }

  /** Writes a row. The first that is not empty is the table's head. */
  private write(): void {
    const { writer } = this.deps;
    if (this.rows === 0) this.columns = this.cells.length;
    while (this.cells.length < this.columns) this.cells.push("");
    writer.line(row(this.cells));
    if (this.rows++ === 0) writer.line(ruler(this.columns));
  }

  private share(): string {
    const of = this.all > this.rows ? ` of ${this.all}` : "";
    return `the first ${this.rows}${of} rows of this sheet are here`;
  }

  end(): void {
    const { writer } = this.deps;
    if (writer.isFull) writer.note(this.share());
    else if (this.rows === 0) writer.line("(empty)");
  }
}

/** Adds an address outside the workbook, unless the cell shows it itself. */
function linked(text: string, to: string | undefined): string {
  if (to === undefined || !/^(?:https?|mailto|ftp):/i.test(to) || text.includes(to)) return text;
  if (to === `mailto:${text}` || text.trim() === "") return text;
  return `[${text}](${to.replaceAll(/[\s()]/g, encodeURIComponent)})`;
}

/** Shortens numbers: the sum of 0.1 and 0.2 is stored as 0.30000000000000004. */
function plainNumber(text: string): string {
  const value = Number(text);
  return Number.isFinite(value) && text.length > 15 ? String(Number(value.toPrecision(15))) : text;
}
