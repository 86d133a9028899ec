/** Outline of a table: what each column holds, and its first rows. */
import { dateOf, numberOf } from "./cells.ts";
import type { Columns } from "./columns.ts";
import type { Answer, Collector } from "./query.ts";

const FIRST_ROWS = 5;
/** Rows of a text without columns. */
const FIRST_LINES = 200;
/** Different cells of a column that are counted. */
const MOST_VALUES = 1_000;
const SHOWN_VALUES = 6;
const LONGEST_VALUE = 60;
/** Share of the filled cells that makes a column one of numbers or dates. */
const MOSTLY = 0.95;

export class Profile implements Collector {
  private readonly columns: Columns;
  private readonly parts: ColumnProfile[];
  private readonly first: string[][] = [];

  constructor(columns: Columns) {
    this.columns = columns;
    this.parts = columns.names.map(() => new ColumnProfile());
  }

  take(row: readonly string[]): void {
    const most = this.columns.names.length > 1 ? FIRST_ROWS : FIRST_LINES;
    if (this.first.length < most) this.first.push([...row]);
    for (const [at, part] of this.parts.entries()) part.take((row[at] ?? "").trim(), this.columns);
  }

  answer(total: number): Answer {
    const { names, notation, has_head } = this.columns;
    const comma = notation.decimal === "," ? " Numbers have a decimal comma." : "";
    const head = has_head ? "" : " It has no row of headings.";
    return {
      head: ["column", "filled", "kind", "values"],
      rows: this.parts.map((part, at) => [names[at] ?? "", ...part.cells()]),
      says: `${total} rows, ${names.length} columns.${head}${comma}`,
    };
  }

  /** First rows, as an answer has them. */
  beginning(): Answer {
    const rows = this.first.map((row, at) => [
      String(at + 1),
      ...this.columns.names.map((_, each) => row[each] ?? ""),
    ]);
    return { head: ["row", ...this.columns.names], rows, says: "First rows:" };
  }
}

class ColumnProfile {
  private filled = 0;
  private numbers = 0;
  private dates = 0;
  private least = Number.POSITIVE_INFINITY;
  private most = Number.NEGATIVE_INFINITY;
  private from = "";
  private to = "";
  private readonly values = new Map<string, number>();
  private hasMore = false;

  take(cell: string, { notation }: Columns): void {
    if (cell === "") return;
    this.filled += 1;
    const number = numberOf(cell, notation);
    if (number !== undefined) this.number(number);
    else this.date(dateOf(cell, notation));
    const seen = this.values.get(cell);
    if (seen !== undefined || this.values.size < MOST_VALUES) this.values.set(cell, (seen ?? 0) + 1);
    else this.hasMore = true;
  }

  cells(): string[] {
    return [String(this.filled), this.kind(), this.range()];
  }

  private number(value: number): void {
    this.numbers += 1;
    this.least = Math.min(this.least, value);
    this.most = Math.max(this.most, value);
  }

  private date(value: string | undefined): void {
    if (value === undefined) return;
    this.dates += 1;
    if (this.from === "" || value < this.from) this.from = value;
    if (value > this.to) this.to = value;
  }

  private kind(): string {
    if (this.filled === 0) return "empty";
    if (this.numbers >= this.filled * MOSTLY) return "number";
    return this.dates >= this.filled * MOSTLY ? "date" : "text";
  }

  private range(): string {
    const kind = this.kind();
    if (kind === "number" && this.hasMore) return `${this.least} to ${this.most}`;
    if (kind === "date") return `${this.from} to ${this.to}`;
    const often = [...this.values].sort((a, b) => b[1] - a[1]).slice(0, SHOWN_VALUES);
    const isOnce = this.hasMore && (often[0]?.[1] ?? 0) < 3;
    const shown = often.map(([value, count]) => `${cut(value)}${isOnce ? "" : ` (${count})`}`).join(", ");
    const different = this.hasMore ? `over ${MOST_VALUES} different` : `${this.values.size} different`;
    return `${different}: ${shown}`;
  }
}

function cut(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}
