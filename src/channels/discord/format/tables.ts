/** Renders tables, which Discord does not know, as aligned lines in a code block. */
import { renderPlain } from "../../render-plain.ts";

const DELIMITER = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
/** A screen breaks wider lines, and broken columns are of no use. */
const WIDEST = 90;

/** Number of lines from `at` that form a table; 0: none. */
export function tableLength(lines: readonly string[], at: number): number {
  const [head = "", delimiter = ""] = lines.slice(at, at + 2);
  if (!head.includes("|") || !delimiter.includes("|") || !DELIMITER.test(delimiter)) return 0;
  let end = at + 2;
  while (end < lines.length && lines[end]?.includes("|") && lines[end]?.trim() !== "") end += 1;
  return end - at;
}

/** The table as a code block. */
export function tableBlock(lines: readonly string[]): string {
  const rows = lines.filter((_, index) => index !== 1).map(cellsOf);
  const widths = Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const width = widths.reduce((sum, each) => sum + each + 3, 0);
  const padded = (cell: string, column: number) => (width > WIDEST ? cell : cell.padEnd(widths[column] ?? 0));
  const shown = rows.map((row) => row.map(padded).join(" | ").trimEnd());
  const rule = "-".repeat(Math.min(width, WIDEST / 2));
  return ["```", shown[0], rule, ...shown.slice(1), "```"].join("\n");
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => plain(cell.replaceAll("\\|", "|").trim()));
}

function plain(cell: string): string {
  return renderPlain(cell).replaceAll("\n", " ").replaceAll("```", "'''");
}
