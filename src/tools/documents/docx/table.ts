/** Tables of a Word document. Only the outer one is rendered as a table; merged cells keep their columns. */
import { row, ruler, type Writer } from "../writer.ts";
import { attribute } from "../xml.ts";

const MOST_SPANNED = 63;

export class DocxTable {
  private readonly writer: Writer;
  private depth = 0;
  private cells: string[] = [];
  private cell = "";
  private span = 1;
  private rows = 0;

  constructor(writer: Writer) {
    this.writer = writer;
  }

  get isOpen(): boolean {
    return this.depth > 0;
  }

  add(paragraph: string): void {
    this.cell += `${paragraph}\n`;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "tbl" && this.depth++ === 0) this.rows = 0;
    if (this.depth !== 1) return;
    const count = Math.min(MOST_SPANNED, Number(attribute(attributes, "val")) || 1);
    if (name === "gridSpan") this.span = count;
    if (name === "gridBefore") this.cells.push(...Array<string>(count).fill(""));
  }

  close(name: string): void {
    if (name === "tc" && this.depth === 1) this.endCell();
    if (name === "tr" && this.depth === 1) this.endRow();
    if (name === "tbl" && --this.depth === 0) this.writer.line("");
  }

  private endCell(): void {
    this.cells.push(this.cell, ...Array<string>(this.span - 1).fill(""));
    [this.cell, this.span] = ["", 1];
  }

  private endRow(): void {
    if (this.rows === 0) this.writer.line("");
    this.writer.line(row(this.cells));
    if (this.rows++ === 0) this.writer.line(ruler(this.cells.length));
    this.cells = [];
  }
}
