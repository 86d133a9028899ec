/**
 * Parses delimited tables: cells separated by commas, semicolons, tabs or bars, in quotes where needed. Every line of
 * the file gets into a row, also where its quotes are wrong.
 */

export interface Table {
  head: string[];
  rows: string[][];
  /** Number of rows left out. */
  more: number;
}

const MOST_ROWS = 1_000;
/** The comma comes last: it stands in numbers and words too, so of two that fit alike it is the less likely. */
const SEPARATORS = [";", "\t", "|", ","];
/** Lines by which the separator is found. */
const LOOKED_AT = 30;
/** Lines of one cell; a quote that closes further on was no opening one. */
const MOST_LINES = 100;

export function tableOf(text: string): Table {
  const plain = text.replace(/^\ufeff/, "");
  // Excel writes the separator into a line of its own.
  const [line, said] = /^sep=([^\r\n])(?:\r\n|\r|\n|$)/i.exec(plain) ?? [];
  const body = line === undefined ? plain : plain.slice(line.length);
  const [head = [], ...rest] = rowsOf(body, said ?? separatorOf(body));
  return { head, rows: rest.slice(0, MOST_ROWS), more: Math.max(0, rest.length - MOST_ROWS) };
}

/** The separator that most lines have as often as the first one. */
function separatorOf(text: string): string {
  const lines = text.replace(/"(?:[^"]|"")*"/g, "").split(/\r\n|\r|\n/, LOOKED_AT);
  const score = (separator: string) => {
    const counts = lines.filter((line) => line !== "").map((line) => line.split(separator).length - 1);
    const [first = 0] = counts;
    return first * counts.filter((count) => count === first).length;
  };
  const scores = SEPARATORS.map((separator) => [separator, score(separator)] as const);
  return scores.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { value, end } = cellAt(text, at, separator);
    row.push(value);
    at = end;
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      row.push("");
    }
    rows.push(row);
    row = [];
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
  return rows.filter((cells) => cells.some((each) => each !== ""));
}

interface Cell {
  value: string;
  /** Place of the separator or line end behind it. */
  end: number;
}

function cellAt(text: string, at: number, separator: string): Cell {
  const isQuoted = text[at] === '"';
  const quoted = isQuoted ? quotedCell(text, at, separator) : undefined;
  if (quoted) return quoted;
  let end = at;
  while (end < text.length && !isEnd(text, end, separator)) end += 1;
  const value = text.slice(at, end);
  // A quote that is never closed opens nothing.
  return { value: isQuoted && !value.slice(1).includes('"') ? value.slice(1) : value, end };
}

/** Undefined when the quote is not closed where a cell may end. */
function quotedCell(text: string, at: number, separator: string): Cell | undefined {
  let lines = 0;
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === "\n" && ++lines > MOST_LINES) return undefined;
    if (text[end] !== '"') continue;
    if (text[end + 1] === '"') end += 1;
    else if (isEnd(text, end + 1, separator))
      return { value: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 };
    else if (!closesInLine(text, end + 1, separator)) return undefined;
  }
  return undefined;
}

/** True when a quote within the words has its closing one in the same line, before another cell is opened. */
function closesInLine(text: string, at: number, separator: string): boolean {
  for (let end = at; end < text.length && text[end] !== "\n" && text[end] !== "\r"; end++) {
    if (text[end] !== '"') continue;
    if (text[end - 1] === separator) return false;
    if (isEnd(text, end + 1, separator)) return true;
  }
  return false;
}

function isEnd(text: string, at: number, separator: string): boolean {
  const next = text[at];
  return next === undefined || next === separator || next === "\n" || next === "\r";
}
