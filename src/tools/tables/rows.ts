/** Rows of a table that streams in: cells separated by commas, semicolons, tabs or bars, in quotes where needed. */
import { dialectOf, rowOfLine } from "../../domain/text/delimited.ts";
import { linesOf } from "./lines.ts";

/** A quoted cell that goes on for longer is no cell: its quote is wrong. */
const MOST_LINES_OF_CELL = 200;
/** Lines by which the separator is found. */
const LOOKED_AT = 40;

export interface RowBatch {
  rows: string[][];
  bytes: number;
  is_cut: boolean;
}

/**
 * Batches of rows, without empty ones; a text without a separator has rows of one cell. Throws `NotText`,
 * and when the storage does.
 */
export async function* rowsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<RowBatch> {
  let parser: RowParser | undefined;
  for await (const { lines, bytes, is_cut } of linesOf(body)) {
    if (!parser && lines.length > 0) {
      const { delimiter, skipped } = dialectOf(`${lines.slice(0, LOOKED_AT).join("\n")}\n`);
      parser = new RowParser(delimiter);
      if (skipped > 0) lines.shift();
    }
    if (parser) yield { rows: parser.take(lines), bytes, is_cut };
  }
  if (parser) yield { rows: parser.end(), bytes: 0, is_cut: false };
}

/** Every line gets into a row, also where its quotes are wrong. */
class RowParser {
  private readonly delimiter: string;
  /** Lines of a row whose quoted cell goes on. */
  private open: string[] = [];

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  take(lines: readonly string[]): string[][] {
    const rows: string[][] = [];
    for (const line of lines) this.line(line, rows);
    return rows;
  }

  end(): string[][] {
    const rows: string[][] = [];
    while (this.open.length > 0) this.giveUp(rows);
    return rows;
  }

  private line(line: string, rows: string[][]): void {
    if (this.open.length === 0 && !line.includes('"')) {
      if (line !== "") keep(rows, line.split(this.delimiter));
      return;
    }
    this.open.push(line);
    if (this.open.length > 1 && !line.includes('"')) {
      if (this.open.length > MOST_LINES_OF_CELL) this.giveUp(rows);
      return;
    }
    const cells = cellsOf(this.open.join("\n"), this.delimiter);
    if (cells === "wrong" || (cells === "open" && this.open.length > MOST_LINES_OF_CELL)) this.giveUp(rows);
    else if (cells !== "open") {
      this.open = [];
      keep(rows, cells);
    }
  }

  /** The first line is a row as it stands, and the others are read anew. */
  private giveUp(rows: string[][]): void {
    const [first = "", ...others] = this.open;
    this.open = [];
    for (const row of rowOfLine(first, this.delimiter)) keep(rows, row);
    for (const line of others) this.line(line, rows);
  }
}

function keep(rows: string[][], cells: string[]): void {
  if (cells.some((cell) => cell !== "")) rows.push(cells);
}

/** `open`: a quoted cell does not end here; `wrong`: something follows its closing quote. */
function cellsOf(text: string, delimiter: string): string[] | "open" | "wrong" {
  const cells: string[] = [];
  for (let at = 0; ; ) {
    if (text[at] !== '"') {
      const next = text.indexOf(delimiter, at);
      cells.push(next < 0 ? text.slice(at) : text.slice(at, next));
      if (next < 0) return cells;
      at = next + 1;
      continue;
    }
    const end = endOfQuoted(text, at + 1);
    if (end < 0) return "open";
    if (end + 1 < text.length && !text.startsWith(delimiter, end + 1)) return "wrong";
    cells.push(text.slice(at + 1, end).replaceAll('""', '"'));
    if (end + 1 >= text.length) return cells;
    at = end + 2;
  }
}

/** Index of the closing quote; -1: there is none. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}
