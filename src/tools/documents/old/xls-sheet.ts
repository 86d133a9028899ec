/** Cells of one sheet of a workbook from before 2007. */
import { CellGrid, type Place } from "../cell-grid.ts";
import type { Writer } from "../writer.ts";
import { type BiffRecord, BiffTexts, shortNumber } from "./xls-records.ts";

const [LABEL, RICH_LABEL, SHARED, NUMBER, SHORT, SHORTS] = [0x0204, 0x00d6, 0x00fd, 0x0203, 0x027e, 0x00bd];
const [TRUTH, FORMULA, FORMULA_TEXT, MERGED, BOX] = [0x0205, 0x0006, 0x0207, 0x00e5, 0x01b6];
const CELLS = new Set([LABEL, RICH_LABEL, SHARED, NUMBER, SHORT, SHORTS, TRUTH, FORMULA]);
const MOST_BOXES = 2_000;

/** Facts of the workbook that its sheets refer to. */
export interface Workbook {
  isBiff8: boolean;
  strings: string[];
  /** The number as its cell's style shows it; undefined for a plain one. */
  shown(style: number, value: number): string | undefined;
  /** Text in the code page of the file, as before 1997. */
  decode(bytes: Uint8Array): string;
}

export class SheetCells {
  private readonly book: Workbook;
  private readonly grid = new CellGrid();
  /** Texts of comments and boxes. */
  private readonly boxes: string[] = [];
  /** The formula whose text comes in the next record. */
  private waiting: Place | undefined;

  constructor(book: Workbook) {
    this.book = book;
  }

  get isFull(): boolean {
    return this.grid.isFull;
  }

  read(record: BiffRecord): void {
    const { type, view, bytes } = record;
    if (type === MERGED) this.merge(view);
    if (type === BOX) this.box(record);
    if (type === FORMULA_TEXT && this.waiting) this.set(this.waiting, this.label(record, 0));
    if (bytes.length < 8 || !CELLS.has(type)) return;
    const place = { row: view.getUint16(0, true), column: view.getUint16(2, true) };
    const style = view.getUint16(4, true);
    if (type === LABEL || type === RICH_LABEL) this.set(place, this.label(record, 6));
    if (type === SHARED && bytes.length >= 10)
      this.set(place, this.book.strings[view.getUint32(6, true)] ?? "");
    if (type === NUMBER && bytes.length >= 14) this.set(place, this.number(style, view.getFloat64(6, true)));
    if (type === SHORT && bytes.length >= 10) this.set(place, this.number(style, shortNumber(view, 6)));
    if (type === SHORTS) this.shorts(view, place);
    if (type === TRUTH && view.getUint8(7) === 0) this.set(place, view.getUint8(6) === 1 ? "TRUE" : "FALSE");
    if (type === FORMULA && bytes.length >= 14) this.formula(view, place, style);
  }

  private label(record: BiffRecord, at: number): string {
    const { bytes, view } = record;
    if (this.book.isBiff8) return new BiffTexts(record, at).text();
    return bytes.length < at + 2
      ? ""
      : this.book.decode(bytes.subarray(at + 2, at + 2 + view.getUint16(at, true)));
  }

  private number(style: number, value: number): string {
    return this.book.shown(style, value) ?? String(Number(value.toPrecision(15)));
  }

  private shorts(view: DataView, { row: at, column }: Place): void {
    for (let offset = 4, next = column; offset + 6 < view.byteLength; offset += 6, next++)
      this.set(
        { row: at, column: next },
        this.number(view.getUint16(offset, true), shortNumber(view, offset + 2)),
      );
  }

  /** A result that is no number says so in its last two bytes, and of which kind it is in its first. */
  private formula(view: DataView, place: Place, style: number): void {
    this.waiting = undefined;
    if (view.getUint16(12, true) !== 0xffff) {
      this.set(place, this.number(style, view.getFloat64(6, true)));
      return;
    }
    if (view.getUint8(6) === 0) this.waiting = place;
    if (view.getUint8(6) === 1) this.set(place, view.getUint8(8) === 1 ? "TRUE" : "FALSE");
  }

  private merge(view: DataView): void {
    for (let at = 2; at + 8 <= view.byteLength; at += 8) {
      const [from, to] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
      const [first, last] = [view.getUint16(at + 4, true), view.getUint16(at + 6, true)];
      this.grid.merges.addRange({ fromRow: from, toRow: to, fromColumn: first, toColumn: last });
    }
  }

  private box({ view, bytes, more }: BiffRecord): void {
    const length = bytes.length >= 12 ? view.getUint16(10, true) : 0;
    const [text, ...rest] = more;
    if (length === 0 || !text || this.boxes.length >= MOST_BOXES || !this.book.isBiff8) return;
    const shown = new BiffTexts({ bytes: text, more: rest }, 0).letters(length);
    if (shown.trim() !== "") this.boxes.push(shown.replace(/\s+/g, " ").trim());
  }

  private set(place: Place, text: string): void {
    this.grid.set(place, text);
  }

  write(writer: Writer): void {
    this.grid.write(writer);
    for (const [index, text] of this.boxes.entries()) writer.line(`${index === 0 ? "\n" : ""}- ${text}`);
  }
}
