/** Values that are computed of the rows of a group, in one pass. */
import { dateOf, decimalsOf, type Notation, numberOf, plainWords } from "./cells.ts";
import { type Columns, columnAt, NoSuchColumn } from "./columns.ts";
import { compareCells } from "./order.ts";
import type { Measure } from "./query.ts";

export interface Aggregate {
  /** Filled cells that could not be used. */
  readonly left_out: number;
  take(row: readonly string[]): void;
  /** Result with a point as the decimal sign; empty: there was nothing to compute it of. */
  value(): string;
}

/** Different values that are counted exactly. */
const MOST_DISTINCT = 200_000;
const MOST_DECIMALS = 6;

/** Throws `NoSuchColumn`. */
export function aggregateOf(
  columns: Columns,
  { compute, column, times }: Measure,
): { name: string; make(): Aggregate } {
  const name = `${compute}${column === undefined ? "" : ` of ${column}`}${times === undefined ? "" : ` × ${times}`}`;
  if (column === undefined) {
    if (compute === "count") return { name, make: () => new Count(undefined) };
    throw new NoSuchColumn(`A measure that computes ${compute} needs a column.`);
  }
  const at = columnAt(columns, column);
  const by = times === undefined ? undefined : columnAt(columns, times);
  const { notation } = columns;
  if (compute === "count") return { name, make: () => new Count(at) };
  if (compute === "distinct") return { name, make: () => new Distinct(at) };
  if (by === undefined && (compute === "min" || compute === "max"))
    return { name, make: () => new Extreme(at, compareCells(notation, compute === "max"), notation) };
  return { name, make: () => new Numbers(compute, { at, by }, notation) };
}

class Count implements Aggregate {
  readonly left_out = 0;
  private readonly at: number | undefined;
  private count = 0;

  /** Undefined: rows; else filled cells of the column. */
  constructor(at: number | undefined) {
    this.at = at;
  }

  take(row: readonly string[]): void {
    if (this.at === undefined || (row[this.at] ?? "").trim() !== "") this.count += 1;
  }

  value(): string {
    return String(this.count);
  }
}

class Distinct implements Aggregate {
  readonly left_out = 0;
  private readonly at: number;
  private readonly seen = new Set<string>();

  constructor(at: number) {
    this.at = at;
  }

  take(row: readonly string[]): void {
    const cell = plainWords((row[this.at] ?? "").trim());
    if (cell !== "" && this.seen.size < MOST_DISTINCT) this.seen.add(cell);
  }

  value(): string {
    return `${this.seen.size < MOST_DISTINCT ? "" : "at least "}${this.seen.size}`;
  }
}

/** Smallest or largest cell: number, date or word. */
class Extreme implements Aggregate {
  readonly left_out = 0;
  private readonly at: number;
  private readonly compare: (a: string, b: string) => number;
  private readonly notation: Notation;
  private best = "";

  constructor(at: number, compare: (a: string, b: string) => number, notation: Notation) {
    this.at = at;
    this.compare = compare;
    this.notation = notation;
  }

  take(row: readonly string[]): void {
    const cell = (row[this.at] ?? "").trim();
    if (cell !== "" && this.compare(cell, this.best) < 0) this.best = cell;
  }

  value(): string {
    const number = numberOf(this.best, this.notation);
    return number === undefined ? (dateOf(this.best, this.notation) ?? this.best) : String(number);
  }
}

/** Sum, average, and extremes of products. The sum is compensated, so that many cents add up. */
class Numbers implements Aggregate {
  left_out = 0;
  private readonly compute: Measure["compute"];
  private readonly place: { at: number; by: number | undefined };
  private readonly notation: Notation;
  private count = 0;
  private sum = 0;
  private lost = 0;
  private decimals = 0;
  private least = Number.POSITIVE_INFINITY;
  private most = Number.NEGATIVE_INFINITY;

  constructor(
    compute: Measure["compute"],
    place: { at: number; by: number | undefined },
    notation: Notation,
  ) {
    this.compute = compute;
    this.place = place;
    this.notation = notation;
  }

  take(row: readonly string[]): void {
    const { at, by } = this.place;
    const first = this.read(row[at] ?? "");
    const second = by === undefined ? ONE : this.read(row[by] ?? "");
    if (first === undefined || second === undefined) return;
    this.decimals = Math.max(this.decimals, first.decimals + second.decimals);
    this.add(first.value * second.value);
  }

  value(): string {
    if (this.count === 0) return "";
    if (this.compute === "min") return this.written(this.least);
    if (this.compute === "max") return this.written(this.most);
    const sum = this.sum + this.lost;
    return this.compute === "sum" ? this.written(sum) : rounded(sum / this.count, MOST_DECIMALS);
  }

  private read(cell: string): { value: number; decimals: number } | undefined {
    const text = cell.trim();
    const value = numberOf(text, this.notation);
    if (value === undefined && text !== "") this.left_out += 1;
    return value === undefined ? undefined : { value, decimals: decimalsOf(text, this.notation) };
  }

  private add(value: number): void {
    const next = this.sum + value;
    this.lost += Math.abs(this.sum) >= Math.abs(value) ? this.sum - next + value : value - next + this.sum;
    this.sum = next;
    this.count += 1;
    this.least = Math.min(this.least, value);
    this.most = Math.max(this.most, value);
  }

  private written(value: number): string {
    return rounded(value, Math.min(this.decimals, 2 * MOST_DECIMALS));
  }
}

const ONE = { value: 1, decimals: 0 } as const;

function rounded(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}
