/** Joins the lines of a page to its text: rows of tables, divided words, and paragraphs. */
import { isIdeographicBreak, type Line, LineReader } from "./pdf-lines.ts";
import type { TextItem } from "./pdf-pieces.ts";

/** Lines of the tallest cell of a table. */
const MOST_IN_CELL = 15;
/** Distance of two lines, in sizes of their letters, from which a new paragraph begins. */
const PARAGRAPH = 1.8;

export class PageText {
  private readonly reader = new LineReader();

  add(items: readonly TextItem[]): void {
    for (const item of items) this.reader.add(item);
  }

  end(): string {
    this.reader.end();
    const lines = rowsOf(this.reader.lines);
    const compounds = new Set(lines.flatMap(({ text }) => text.match(COMPOUND) ?? []));
    let text = "";
    for (const [at, line] of lines.entries()) {
      const last = lines[at - 1];
      text = last ? continued(text, { last, line, compounds }) : line.text;
    }
    return text;
  }
}

const COMPOUND = /\p{L}+-\p{L}+/gu;

/**
 * A program prints a table cell after cell: what begins at the height of the last cell's first line, beside it, is the
 * next cell of the row.
 */
function rowsOf(lines: readonly Line[]): Line[] {
  const rows: Line[] = [];
  /** Index in `rows` at which the current cell begins. */
  let start = 0;
  for (const line of lines) {
    const top = topOf(rows, start, line);
    if (top === undefined) {
      const last = rows.at(-1);
      if (!last || last.isBroken || line.up > last.up) start = rows.length;
      rows.push(line);
      continue;
    }
    const cell = rows.splice(top);
    const text = cell.map((each) => each.text).join(" ");
    const first = cell[0] ?? line;
    rows.push({
      ...first,
      text: `${text} | ${line.text}`,
      from: Math.min(line.from, ...cell.map(({ from }) => from)),
      to: Math.max(line.to, ...cell.map(({ to }) => to)),
    });
    start = rows.length - 1;
  }
  return rows;
}

/** Index of the line that is the top of the cell beside which `line` begins; undefined when it does not. */
function topOf(rows: readonly Line[], start: number, line: Line): number | undefined {
  const last = rows.at(-1);
  if (!last || line.up <= last.up + last.size / 2) return undefined;
  const first = Math.max(start, rows.length - MOST_IN_CELL);
  for (let at = rows.length - 1; at >= first; at--) {
    const row = rows[at];
    if (!row || !isBeside(row, line)) return undefined;
    if (Math.abs(row.up - line.up) < line.size / 2) return at;
  }
  return undefined;
}

function isBeside(row: Line, line: Line): boolean {
  const near = line.size / 2;
  return line.isRightToLeft ? line.to <= row.from + near : line.from >= row.to - near;
}

interface Seam {
  last: Line;
  line: Line;
  /** Words with a hyphen that stand within a line of the page. */
  compounds: ReadonlySet<string>;
}

function continued(text: string, { last, line, compounds }: Seam): string {
  const size = Math.max(last.size, line.size);
  const distance = last.up - line.up;
  const isNext = distance > 0 && distance < 2.5 * size;
  if (isNext && isIdeographicBreak(text, line.text) && isFull(last, line)) return text + line.text;
  if (isNext && DIVIDED.test(text) && /^\p{Ll}/u.test(line.text))
    return undivided(text, line.text, compounds);
  return `${text}${distance > PARAGRAPH * size || distance < -size ? "\n\n" : "\n"}${line.text}`;
}

/** The line reaches as far as the next one, so that it was wrapped. */
function isFull(last: Line, line: Line): boolean {
  return last.to >= line.to - line.size && last.to - last.from > 10 * last.size;
}

const DIVIDED = /\p{L}{2}[-\u2010\u00ad]$/u;

/** Words that are written with a hyphen elsewhere on the page keep it. */
function undivided(text: string, next: string, compounds: ReadonlySet<string>): string {
  const [head = ""] = /\p{L}+.$/u.exec(text) ?? [];
  const [tail = ""] = /^\p{L}+/u.exec(next) ?? [];
  const isCompound = !text.endsWith("\u00ad") && compounds.has(`${head.slice(0, -1)}-${tail}`);
  return (isCompound ? text : text.slice(0, -1)) + next;
}
