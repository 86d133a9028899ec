/** Rows of large tables of collections that fit a question: each table is read through, a chunk at a time. */
import { oneLine } from "../domain/text/hidden-text.ts";
import { columnsOf } from "../tools/tables/columns.ts";
import { NotText } from "../tools/tables/lines.ts";
import { rowsOf } from "../tools/tables/rows.ts";
import { RowSearch } from "../tools/tables/search.ts";
import type { LargeTable } from "./ports.ts";

/** Rows by which the columns are known. */
const FIRST_ROWS = 2_000;
const LONGEST_CELL = 300;
/** Share of the question's words that a row must have. */
const LEAST_SHARE = 0.5;

export interface FoundTableRow {
  table: LargeTable;
  /** Number of the row, from 1. */
  number: number;
  /** Names of its columns with their cells. */
  text: string;
}

/** The rows that fit best, first. Empty for a table that is gone or no text. Rejects when the storage does. */
export async function rowsThatFit(
  table: LargeTable,
  { query, limit }: { query: string; limit: number },
): Promise<FoundTableRow[]> {
  const body = await table.open();
  if (!body) return [];
  try {
    return await readThrough(table, body, new RowSearch(query, limit));
  } catch (problem) {
    if (problem instanceof NotText) return [];
    throw problem;
  }
}

async function readThrough(
  table: LargeTable,
  body: ReadableStream<Uint8Array>,
  search: RowSearch,
): Promise<FoundTableRow[]> {
  const first: string[][] = [];
  let read = 0;
  for await (const { rows } of rowsOf(body)) {
    for (const row of rows) {
      if (first.length < FIRST_ROWS) first.push(row);
      search.take(row, read);
      read += 1;
    }
  }
  const { names, has_head } = columnsOf(first);
  const least = search.words.length * LEAST_SHARE;
  return search
    .best(read)
    .filter(({ number, words }) => words.length >= least && !(has_head && number === 0))
    .map(({ number, cells }) => ({
      table,
      number: has_head ? number : number + 1,
      text: cells
        .flatMap((cell, at) => (cell === "" ? [] : [`${names[at] ?? ""}: ${shown(cell)}`]))
        .join("; "),
    }));
}

function shown(cell: string): string {
  return oneLine(cell, LONGEST_CELL);
}
