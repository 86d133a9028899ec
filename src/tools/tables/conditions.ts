/** Conditions on rows, as a model asks for them. */
import { dateOf, type Notation, numberOf, plainWords } from "./cells.ts";
import { type Columns, columnAt } from "./columns.ts";

export const COMPARISONS = [
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "contains",
  "starts_with",
  "in",
  "empty",
  "filled",
] as const;

export interface Condition {
  column: string;
  is: (typeof COMPARISONS)[number];
  value?: string | number | undefined;
  /** Values of `in`. */
  values?: (string | number)[] | undefined;
}

export type RowTest = (row: readonly string[]) => boolean;

/** Throws `NoSuchColumn`. */
export function testOf(columns: Columns, { column, is, value = "", values = [] }: Condition): RowTest {
  const at = columnAt(columns, column);
  const cellOf = (row: readonly string[]) => (row[at] ?? "").trim();
  if (is === "empty") return (row) => cellOf(row) === "";
  if (is === "filled") return (row) => cellOf(row) !== "";
  const asked = String(value).trim();
  const words = plainWords(asked);
  if (is === "contains") return (row) => plainWords(cellOf(row)).includes(words);
  if (is === "starts_with") return (row) => plainWords(cellOf(row)).startsWith(words);
  const { notation } = columns;
  if (is === "in") {
    const equals = (values.length > 0 ? values : [value]).map((each) => equalTo(String(each), notation));
    return (row) => equals.some((equal) => equal(cellOf(row)));
  }
  if (is === "=" || is === "!=") {
    const equal = equalTo(asked, notation);
    return (row) => equal(cellOf(row)) === (is === "=");
  }
  return ordered(is, { asked, notation, cellOf });
}

function equalTo(asked: string, notation: Notation): (cell: string) => boolean {
  const words = plainWords(asked.trim());
  const number = askedNumber(asked, notation);
  const date = askedDate(asked, notation);
  return (cell) => {
    if (plainWords(cell) === words) return true;
    // "007" is a code and not the number 7.
    if (number !== undefined && !/^0\d/.test(cell)) return numberOf(cell, notation) === number;
    return date !== undefined && dateOf(cell, notation)?.slice(0, date.length) === date;
  };
}

/** A model writes numbers with a point, whatever the table does. */
function askedNumber(asked: string, notation: Notation): number | undefined {
  return numberOf(asked, { decimal: "." }) ?? numberOf(asked, notation);
}

/** A day, a month of a year, or a time of a day. */
function askedDate(asked: string, notation: Notation): string | undefined {
  return /^\d{4}-\d{2}$/.test(asked) ? asked : dateOf(asked, notation);
}

const HOLDS = {
  "<": (order: number) => order < 0,
  "<=": (order: number) => order <= 0,
  ">": (order: number) => order > 0,
  ">=": (order: number) => order >= 0,
} as const;

/** Cells of another kind than the value don't fit: a number is neither before nor after a date. */
function ordered(
  is: keyof typeof HOLDS,
  { asked, notation, cellOf }: { asked: string; notation: Notation; cellOf(row: readonly string[]): string },
): RowTest {
  const holds = HOLDS[is];
  const date = askedDate(asked, notation);
  if (date !== undefined)
    return (row) => {
      const cell = dateOf(cellOf(row), notation)?.slice(0, date.length);
      return cell !== undefined && holds(cell < date ? -1 : Number(cell > date));
    };
  const number = askedNumber(asked, notation);
  if (number !== undefined)
    return (row) => {
      const cell = numberOf(cellOf(row), notation);
      return cell !== undefined && holds(cell - number);
    };
  const words = plainWords(asked);
  return (row) => {
    const cell = plainWords(cellOf(row));
    return cell !== "" && holds(cell < words ? -1 : Number(cell > words));
  };
}
