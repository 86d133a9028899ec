/** Merged ranges of a sheet. Each of their cells is given the text, so that rows can be read alone. */
import { columnOf } from "./columns.ts";

const MOST_MERGES = 20_000;
/** Ranges that cover one row: they lie side by side. */
const MOST_OF_ROW = 500;
/** Larger ranges and longer texts are titles and notes: they stand once. */
const MOST_CELLS = 400;
const MOST_CHARS = 200;

/** A range of cells, its ends included. */
interface CellRange {
  fromColumn: number;
  toColumn: number;
  fromRow: number;
  toRow: number;
}

interface Merge extends CellRange {
  text: string;
}

export class Merges {
  private readonly byRow = new Map<number, Merge[]>();
  private count = 0;

  /** `reference`: as `A1:C5`. */
  add(reference: string): void {
    const [from = "", to = ""] = reference.split(":");
    this.addRange({
      fromRow: rowOf(from),
      toRow: rowOf(to),
      fromColumn: columnOf(from),
      toColumn: columnOf(to),
    });
  }

  addRange(range: CellRange): void {
    const { fromRow, toRow, fromColumn, toColumn } = range;
    const cells = (toRow - fromRow + 1) * (toColumn - fromColumn + 1);
    if (cells < 2 || cells > MOST_CELLS || this.count++ >= MOST_MERGES) return;
    const merge = { ...range, text: "" };
    for (let row = fromRow; row <= toRow; row++) this.keep(row, merge);
  }

  private keep(row: number, merge: Merge): void {
    const merges = this.byRow.get(row) ?? [];
    if (merges.length < MOST_OF_ROW) merges.push(merge);
    this.byRow.set(row, merges);
  }

  /** Fills the covered cells of a row. Rows come in order, so the first one of a range gives its text. */
  fill(row: number, cells: string[]): void {
    for (const merge of this.byRow.get(row) ?? []) {
      if (row === merge.fromRow) merge.text = cells[merge.fromColumn] ?? "";
      if (merge.text === "" || merge.text.length > MOST_CHARS) continue;
      while (cells.length <= merge.toColumn) cells.push("");
      for (let at = merge.fromColumn; at <= merge.toColumn; at++) cells[at] ||= merge.text;
    }
  }
}

function rowOf(reference: string): number {
  return Number(/\d+$/.exec(reference)?.[0] ?? 0);
}
