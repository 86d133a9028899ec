/**
 * Tables as text: cells separated by commas, semicolons, tabs or bars, in quotes where needed. Every line of the file
 * gets into a row, also where its quotes are wrong.
 */
import Papa from "papaparse";

const SEPARATORS = [";", "\t", "|", ","];
/** Excel writes the separator into a line of its own. */
const SAID = /^sep=([^\n])(?:\n|$)/i;

/** Separator of a table, and the length of the line that names it, if any. `text`: its beginning, with LF alone. */
export function dialectOf(text: string): { delimiter: string; skipped: number } {
  const [line = "", said] = SAID.exec(text) ?? [];
  return { delimiter: said ?? separatorOf(text.slice(line.length)), skipped: line.length };
}

/** Rows with at least one cell that is not empty. Throws nothing. */
export function rowsOfTable(text: string): string[][] {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const { delimiter, skipped } = dialectOf(plain);
  const body = plain.slice(skipped);
  const { data, errors } = parsed(body, delimiter);
  const isQuotedWell = errors.every(({ type }) => type !== "Quotes");
  const rows = isQuotedWell ? data : body.split("\n").flatMap((each) => rowOfLine(each, delimiter));
  return rows.filter((cells) => cells.some((cell) => cell !== ""));
}

function parsed(text: string, delimiter: string) {
  return Papa.parse<string[]>(text, { delimiter, newline: "\n", skipEmptyLines: true });
}

/** A line with a wrong quote is cut without regard to quotes, of which those around a cell are left out. */
export function rowOfLine(line: string, delimiter: string): string[][] {
  if (!line.includes('"')) return [line.split(delimiter)];
  const { data, errors } = parsed(line, delimiter);
  const isQuotedWell = errors.every(({ type }) => type !== "Quotes");
  return isQuotedWell ? data : [line.split(delimiter).map(unquoted)];
}

function unquoted(cell: string): string {
  if (!cell.startsWith('"')) return cell;
  if (cell.length > 1 && cell.endsWith('"')) return cell.slice(1, -1);
  return cell.slice(1).includes('"') ? cell : cell.slice(1);
}

/** Lines by which the separator is found. */
const LOOKED_AT = 30;
const SAMPLE = 100_000;

/**
 * The separator that most lines have as often as the first one. The comma stands in numbers and words too, so of two
 * that fit alike it is the less likely.
 */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, SAMPLE)
    .replace(/"(?:[^"]|"")*"/g, "")
    .split("\n", LOOKED_AT)
    .filter((line) => line !== "");
  const score = (separator: string) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const [first = 0] = counts;
    return first * counts.filter((count) => count === first).length;
  };
  const scores = SEPARATORS.map((separator) => [separator, score(separator)] as const);
  return scores.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}
