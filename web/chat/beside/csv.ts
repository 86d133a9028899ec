/** Parses delimited tables: cells separated by commas, semicolons or tabs, in quotes where needed. */

export interface Table {
  head: string[];
  rows: string[][];
  /** Number of rows left out. */
  more: number;
}

const MOST_ROWS = 1_000;

export function tableOf(text: string): Table {
  const rows = rowsOf(text.replace(/^\ufeff/, ""), separatorOf(text));
  const [head = [], ...rest] = rows;
  return { head, rows: rest.slice(0, MOST_ROWS), more: Math.max(0, rest.length - MOST_ROWS) };
}

/** The separator that is most frequent in the first line. */
function separatorOf(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  const counts = [",", ";", "\t"].map((each) => [line.split(each).length, each] as const);
  return counts.reduce((best, next) => (next[0] > best[0] ? next : best))[1];
}

function rowsOf(text: string, separator: string): string[][] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"?|([^"${separator}\\r\\n][^${separator}\\r\\n]*)|)(${separator}|\\r?\\n|$)`,
    "gy",
  );
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) break;
    const [, quoted, plain = "", end] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === separator) {
      if (cell.lastIndex === text.length) row.push("");
      else continue;
    }
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows.filter((cells) => cells.some((each) => each !== ""));
}
