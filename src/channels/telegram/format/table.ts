/** Renders a table as lines of equal width if it fits a phone, else row by row. */
import type { Tokens } from "marked";
import { Writer } from "./entities.ts";
import { writeInline } from "./inline.ts";

/** Monospaced characters on a line. */
const WIDEST = 60;
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;

export function writeTable(writer: Writer, table: Tokens.Table): void {
  const cells = [table.header, ...table.rows].map((row) => row.map((cell) => plain(cell)));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => widthOf(row[column] ?? ""))),
  );
  if (sum(widths) + 3 * (widths.length - 1) > WIDEST) writeRows(writer, table);
  else writeLines(writer, cells, widths);
}

function writeLines(writer: Writer, cells: readonly string[][], widths: readonly number[]): void {
  const lines = cells.map((row) => lineOf(row, widths));
  lines.splice(1, 0, widths.map((width) => "─".repeat(width)).join("─┼─"));
  writer.code({ type: "pre" }, lines.join("\n"));
}

function plain({ tokens }: Tokens.TableCell): string {
  const writer = new Writer();
  writeInline(writer, tokens);
  return writer.text.replaceAll("\n", " ");
}

function lineOf(row: readonly string[], widths: readonly number[]): string {
  const padded = widths.map((width, column) => {
    const cell = row[column] ?? "";
    return cell + " ".repeat(width - widthOf(cell));
  });
  return padded.join(" │ ").trimEnd();
}

/** Each cell after its heading. */
function writeRows(writer: Writer, { header, rows }: Tokens.Table): void {
  if (rows.length === 0) writer.write(header.map((cell) => plain(cell)).join(" │ "));
  for (const [index, row] of rows.entries()) {
    if (index > 0) writer.newLine(1);
    for (const [column, cell] of row.entries()) {
      if (column > 0) writer.newLine();
      writer.within({ type: "bold" }, () => writeInline(writer, header[column]?.tokens ?? []));
      writer.write(": ");
      writeInline(writer, cell.tokens);
    }
  }
}

function widthOf(text: string): number {
  return sum([...text].map((character) => (WIDE.test(character) ? 2 : 1)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
