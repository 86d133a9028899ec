/** Cells of OpenDocument tables. */
import { attribute } from "../xml.ts";

type Attributes = Readonly<Record<string, string>>;

export const MOST_COLUMNS = 200;
const MOST_REPEATED = 1_000;
/** Larger merged ranges and longer texts are titles and notes: they stand once. */
const MOST_MERGED = 400;
const MOST_CHARS = 200;

export interface Cell {
  text: string;
  /** Shown where it has no text: its value, or its formula where no program has computed it. */
  otherwise: string;
  /** Columns or rows in which it is repeated. */
  times: number;
  isCovered: boolean;
  /** Merged columns and rows. */
  columns: number;
  rows: number;
}

export function emptyCell(): Cell {
  return { text: "", otherwise: "", times: 1, isCovered: false, columns: 1, rows: 1 };
}

const VALUES = ["value", "date-value", "time-value", "string-value", "boolean-value"];

/** Cells that a merged one covers are there too, without text: columns stay where they are. */
export function cellOf(name: string, attributes: Attributes): Cell {
  const value = VALUES.map((key) => attribute(attributes, key)).find((each) => each !== undefined);
  const formula = (attribute(attributes, "formula") ?? "")
    .replace(/^(?:\w+:)?=/, "=")
    .replaceAll(/\[\.([^\]:]*)(?::\.([^\]]*))?\]/g, (_, from: string, to?: string) =>
      to ? `${from}:${to}` : from,
    );
  return {
    text: "",
    otherwise: value ?? formula,
    times: timesOf(attributes, "number-columns-repeated"),
    isCovered: name === "covered-table-cell",
    columns: timesOf(attributes, "number-columns-spanned"),
    rows: timesOf(attributes, "number-rows-spanned"),
  };
}

export function timesOf(attributes: Attributes, key: string): number {
  return Math.min(MOST_REPEATED, Math.max(1, Number(attribute(attributes, key)) || 1));
}

/** Texts of merged cells, which each of the covered ones is given, so that rows of a sheet can be read alone. */
export class MergedCells {
  private merged: { from: number; to: number; rows: number; text: string }[] = [];

  add({ columns, rows }: Cell, { at, text }: { at: number; text: string }): void {
    const count = columns * rows;
    if (count > 1 && count <= MOST_MERGED && text.length <= MOST_CHARS)
      this.merged.push({ from: at, to: at + columns - 1, rows, text });
  }

  at(column: number): string {
    return this.merged.find(({ from, to }) => from <= column && column <= to)?.text ?? "";
  }

  endRow(): void {
    this.merged = this.merged.flatMap((each) => (each.rows > 1 ? [{ ...each, rows: each.rows - 1 }] : []));
  }
}
