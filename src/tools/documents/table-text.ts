/** Converts a delimited file (CSV, TSV) to a Markdown table, whose first row is its head. */
import { rowsOfTable } from "../../domain/text/delimited.ts";
import { row, ruler, Writer } from "./writer.ts";

/** Limit in characters of what is parsed: about twice of what a document may give. */
const MOST_PARSED = 4_000_000;

/** Undefined when it has a single column, as a list or prose that is called a table. */
export function tableText(text: string): string | undefined {
  const isCut = text.length > MOST_PARSED;
  const rows = rowsOfTable(text.slice(0, MOST_PARSED));
  const [head = []] = rows;
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  if (head.length < 2) return undefined;
  const writer = new Writer();
  for (const [at, cells] of rows.entries()) {
    if (writer.isFull) break;
    writer.line(row([...cells, ...Array<string>(columns - cells.length).fill("")]));
    if (at === 0) writer.line(ruler(columns));
  }
  if (isCut && !writer.isFull) writer.line("\n[the rest was left out]");
  return writer.end(isCut ? "" : `${rows.length} rows in all`);
}
