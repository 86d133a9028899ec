/** Cells of one sheet of a binary workbook. */
import { CellGrid, type Place } from "../cell-grid.ts";
import { shortNumber } from "../old/xls-records.ts";
import type { Writer } from "../writer.ts";
import type { BinaryRecord } from "./records.ts";

const [ROW, RICH_TEXT, MERGED] = [0, 62, 176];
const [SHORT_NUMBER, TRUTH, NUMBER, TEXT, SHARED] = [2, 4, 5, 6, 7];
const [FORMULA_TEXT, FORMULA_NUMBER, FORMULA_TRUTH] = [8, 9, 10];
const LAST_CELL = 11;
/** Cells of these types stand in the column behind the last one, and don't say so. */
const [FIRST_NEXT, LAST_NEXT] = [12, 18];
/** The upper byte of a style holds a flag. */
const STYLE = 0xffffff;

/** Facts of the workbook that its sheets refer to. */
export interface BinaryBook {
  strings: readonly string[];
  /** The number as its cell's style shows it; undefined for a plain one. */
  shown(style: number, value: number): string | undefined;
}

export class BinaryCells {
  private readonly book: BinaryBook;
  private readonly grid = new CellGrid();
  private readonly place: Place = { row: 0, column: -1 };

  constructor(book: BinaryBook) {
    this.book = book;
  }

  get isFull(): boolean {
    return this.grid.isFull;
  }

  read(record: BinaryRecord): void {
    const { type } = record;
    if (type === ROW) Object.assign(this.place, { row: record.word(0), column: -1 });
    else if (type === MERGED) this.merge(record);
    else if (type === RICH_TEXT) this.cell(record, TEXT, 9);
    else if (type <= LAST_CELL) this.cell(record, type, 8);
    else if (type >= FIRST_NEXT && type <= LAST_NEXT) this.next(record);
  }

  write(writer: Writer): void {
    this.grid.write(writer);
  }

  /** `at`: the offset of the value, which follows column and style. */
  private cell(record: BinaryRecord, type: number, at: number): void {
    this.place.column = record.word(0);
    this.grid.set(this.place, this.textOf(record, { type, at, style: record.word(4) & STYLE }));
  }

  private next(record: BinaryRecord): void {
    this.place.column += 1;
    const type = record.type - LAST_CELL;
    this.grid.set(this.place, this.textOf(record, { type, at: 4, style: record.word(0) & STYLE }));
  }

  private textOf(
    record: BinaryRecord,
    { type, at, style }: { type: number; at: number; style: number },
  ): string {
    switch (type) {
      case SHORT_NUMBER:
        return record.has(at, 4) ? this.number(style, shortNumber(record.view, at)) : "";
      case NUMBER:
      case FORMULA_NUMBER:
        return this.number(style, record.double(at));
      case TRUTH:
      case FORMULA_TRUTH:
        return record.byte(at) === 1 ? "TRUE" : "FALSE";
      case TEXT:
      case FORMULA_TEXT:
        return record.text(at);
      case SHARED:
        return this.book.strings[record.word(at)] ?? "";
      default:
        return "";
    }
  }

  private number(style: number, value: number): string {
    return this.book.shown(style, value) ?? String(Number(value.toPrecision(15)));
  }

  private merge(record: BinaryRecord): void {
    const [fromRow, toRow] = [record.word(0), record.word(4)];
    this.grid.merges.addRange({ fromRow, toRow, fromColumn: record.word(8), toColumn: record.word(12) });
  }
}
