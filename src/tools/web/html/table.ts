/** Turns tables into rows of equal length: a cell that spans several is repeated in each. */
import { type Element, elementsIn } from "./tree.ts";

const MOST_CELLS = 20_000;
const WIDEST = 60;
const TALLEST = 1_000;

/** Returns the rows that are not empty. */
export function gridOf(table: Element, cellText: (cell: Element) => string): string[][] {
  const rows: string[][] = [];
  let cells = 0;
  for (const [index, row] of rowsOf(table).entries()) {
    rows[index] ??= [];
    let column = 0;
    const own = elementsIn(row).filter(({ name }) => name === "td" || name === "th");
    for (const cell of own) {
      while (rows[index]?.[column] !== undefined) column++;
      const text = cellText(cell);
      // A row of one cell is a heading across the table, and is said once.
      const wide = own.length === 1 ? 1 : spanOf(cell, "colspan", WIDEST);
      const tall = spanOf(cell, "rowspan", TALLEST);
      cells += wide * tall;
      if (cells > MOST_CELLS) return filled(rows);
      for (let down = 0; down < tall; down++) put(rows, { row: index + down, column, wide, text });
      column += wide;
    }
  }
  return filled(rows.slice(0, rowsOf(table).length));
}

function put(rows: string[][], place: { row: number; column: number; wide: number; text: string }): void {
  rows[place.row] ??= [];
  const row = rows[place.row];
  for (let at = place.column; row && at < place.column + place.wide; at++) row[at] ??= place.text;
}

function filled(rows: readonly (readonly (string | undefined)[])[]): string[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const whole = rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ""));
  return whole.filter((row) => row.some((cell) => cell !== ""));
}

/** Rows of this table. A table inside a cell is that cell's text. */
function rowsOf(node: Element): Element[] {
  return elementsIn(node).flatMap((child) => {
    if (child.name === "tr") return [child];
    return child.name === "table" || child.name === "caption" ? [] : rowsOf(child);
  });
}

function spanOf({ attributes }: Element, name: "colspan" | "rowspan", most: number): number {
  const span = Number.parseInt(attributes[name] ?? "1", 10);
  return Number.isNaN(span) ? 1 : Math.min(most, Math.max(1, span));
}
