/** A delimited file as the table that is shown. */
import { rowsOfTable } from "../../../src/domain/text/delimited.ts";

export interface Table {
  head: string[];
  rows: string[][];
  /** Number of rows left out. */
  more: number;
}

const MOST_ROWS = 1_000;

export function tableOf(text: string): Table {
  const [head = [], ...rest] = rowsOfTable(text);
  return { head, rows: rest.slice(0, MOST_ROWS), more: Math.max(0, rest.length - MOST_ROWS) };
}
