/** Columns of a table, and its rows in the order of one of them. */
import { locale } from "../../words/language.ts";

export interface Column<T> {
  readonly name: string;
  readonly label: string;
  /** Words of the cell; empty: nothing is known. */
  text(item: T): string;
  /** Sorts the rows; without it, the words do. Null comes last in either direction. */
  by?(item: T): number | string | null;
  /** Figures stand under each other, and the largest come first. */
  readonly isNumber?: true;
}

export interface Sorting {
  readonly column: string;
  readonly isDown: boolean;
}

/** Sorting after a click on the head of a column: first as one looks for it, then the other way round. */
export function sortingAfter<T>(before: Sorting | null, { name, isNumber }: Column<T>): Sorting {
  return { column: name, isDown: before?.column === name ? !before.isDown : isNumber === true };
}

/** Keeps the order of rows that are alike, and of all where nothing is sorted. */
export function sortRows<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  sorting: Sorting | null,
): readonly T[] {
  const column = columns.find(({ name }) => name === sorting?.column);
  if (!column || !sorting) return items;
  const rows = items.map((item) => ({
    item,
    value: column.by ? column.by(item) : column.text(item) || null,
  }));
  return rows.sort((a, b) => order(a.value, b.value, sorting.isDown)).map(({ item }) => item);
}

type Value = number | string | null;

function order(a: Value, b: Value, isDown: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const up = typeof a === "number" && typeof b === "number" ? a - b : words(String(a), String(b));
  return isDown ? -up : up;
}

function words(a: string, b: string): number {
  return a.localeCompare(b, locale, { numeric: true, sensitivity: "base" });
}
