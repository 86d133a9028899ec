/** Columns of a table: their names, and the one that is meant by a name. */
import { dateOf, type Notation, notationOf, numberOf } from "./cells.ts";

export interface Columns {
  names: readonly string[];
  notation: Notation;
  /** The first row has their names, and is none of the data. */
  has_head: boolean;
}

/** Rows by which columns are known. */
const LOOKED_AT = 2_000;

/** Columns of a table by its first rows. A text without cells has one column, `line`. */
export function columnsOf(rows: readonly (readonly string[])[]): Columns {
  const seen = rows.slice(0, LOOKED_AT);
  const [head = []] = seen;
  const notation = notationOf(seen.slice(1));
  const width = seen.reduce((most, row) => Math.max(most, row.length), 0);
  if (width < 2) return { names: ["line"], notation, has_head: false };
  const has_head = isHead(head, notation);
  const names: string[] = [];
  for (let at = 0; at < width; at++) {
    const said = has_head ? (head[at] ?? "").replace(/\s+/g, " ").trim().slice(0, 200) : "";
    names.push(said === "" || names.includes(said) ? `${said || "column"} ${at + 1}` : said);
  }
  return { names, notation, has_head };
}

function isHead(cells: readonly string[], notation: Notation): boolean {
  const isData = (cell: string) =>
    numberOf(cell, notation) !== undefined || dateOf(cell, notation) !== undefined;
  const filled = cells.filter((cell) => cell.trim() !== "");
  // Years may be the names of columns.
  return filled.length > 0 && filled.filter(isData).length <= filled.length / 2 && !isData(cells[0] ?? "");
}

/** Index of a column. Throws an error for the model when there is none of this name. */
export function columnAt({ names }: Columns, name: string): number {
  const asked = name.trim().toLowerCase();
  const exact = names.indexOf(name);
  const at = exact >= 0 ? exact : names.findIndex((each) => each.toLowerCase() === asked);
  if (at >= 0) return at;
  throw new NoSuchColumn(`There is no column ${JSON.stringify(name)}. There are: ${listed(names)}.`);
}

/** An error that the model can correct. */
export class NoSuchColumn extends Error {
  override name = "NoSuchColumn";
}

const MOST_LISTED = 60;

function listed(names: readonly string[]): string {
  const more = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : "";
  return `${names.slice(0, MOST_LISTED).join(", ")}${more}`;
}
