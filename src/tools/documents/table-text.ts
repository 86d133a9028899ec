/** Converts a delimited file (CSV, TSV) to a Markdown table, whose first row is its head. */
import { rowsOfTable } from "../../domain/text/delimited.ts";
import { row, ruler, Writer } from "./writer.ts";

/** Undefined when it has a single column, as a list or prose that is called a table. */
export function tableText(text: string): string | undefined {
  const rows = rowsOfTable(text);
  const [head = []] = rows;
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  if (head.length < 2) return undefined;
  const writer = new Writer();
  for (const [at, cells] of rows.entries()) {
    if (writer.isFull) break;
    writer.line(row([...cells, ...Array<string>(columns - cells.length).fill("")]));
    if (at === 0) writer.line(ruler(columns));
  }
  return writer.end(`${rows.length} rows in all`);
}
