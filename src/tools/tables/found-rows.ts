/** Rows that fit a question, the first few of them by the order that is asked for. */
import { Best } from "./best.ts";
import { type Columns, columnAt } from "./columns.ts";
import { compareCells } from "./order.ts";
import type { Answer, Collector, Query } from "./query.ts";

interface Found {
  number: number;
  cells: readonly string[];
  /** Cell that it is sorted by. */
  key: string;
}

export class FoundRows implements Collector {
  private readonly columns: Columns;
  private readonly query: Query;
  private readonly shown: readonly number[];
  private readonly sortedBy: number | undefined;
  private readonly best: Best<Found>;
  private count = 0;

  /** Throws `NoSuchColumn`. */
  constructor(columns: Columns, query: Query) {
    this.columns = columns;
    this.query = query;
    this.shown = (query.columns ?? columns.names).map((name) => columnAt(columns, name));
    this.sortedBy = query.sort && columnAt(columns, query.sort.by);
    const order = query.sort ? compareCells(columns.notation, query.sort.descending === true) : () => 0;
    this.best = new Best(query.limit, (a, b) => order(a.key, b.key) || a.number - b.number);
  }

  take(row: readonly string[], number: number): void {
    this.count += 1;
    if (this.sortedBy === undefined && this.count > this.query.limit) return;
    const key = this.sortedBy === undefined ? "" : (row[this.sortedBy] ?? "").trim();
    this.best.add({ number, key, cells: this.shown.map((at) => row[at] ?? "") });
  }

  answer(total: number): Answer {
    const found = this.best.list();
    const more = this.count > found.length ? `; the first ${found.length} follow` : "";
    return {
      head: ["row", ...this.shown.map((at) => this.columns.names[at] ?? "")],
      rows: found.map(({ number, cells }) => [String(number), ...cells]),
      says: `${this.count} of ${total} rows fit${more}.`,
    };
  }
}
