/** Groups of rows, with what is computed of each. */
import { dateOf } from "./cells.ts";
import { type Columns, columnAt, NoSuchColumn } from "./columns.ts";
import { type Aggregate, aggregateOf } from "./measures.ts";
import { compareCells } from "./order.ts";
import type { Answer, Collector, Grouping, Measure, Query } from "./query.ts";

/** Groups that are counted; rows of any further one are told. */
const MOST_GROUPS = 100_000;
const PERIOD_LENGTHS = { year: 4, month: 7, day: 10 } as const;
const BETWEEN = "\u0000";

export class Groups implements Collector {
  private readonly columns: Columns;
  private readonly query: Query;
  private readonly keys: readonly ((row: readonly string[]) => string)[];
  private readonly measures: readonly { name: string; make(): Aggregate }[];
  private readonly groups = new Map<string, Aggregate[]>();
  private count = 0;
  private beyond = 0;

  /** Throws `NoSuchColumn`. */
  constructor(columns: Columns, query: Query) {
    this.columns = columns;
    this.query = query;
    this.keys = (query.group_by ?? []).map((grouping) => keyOf(columns, grouping));
    const asked: Measure[] = query.measures?.length ? query.measures : [{ compute: "count" }];
    this.measures = asked.map((measure) => aggregateOf(columns, measure));
    this.orderOf(this.head());
  }

  take(row: readonly string[]): void {
    this.count += 1;
    const key = this.keys.map((each) => each(row)).join(BETWEEN);
    const group = this.groups.get(key) ?? this.opened(key);
    if (!group) this.beyond += 1;
    else for (const aggregate of group) aggregate.take(row);
  }

  answer(total: number): Answer {
    if (this.count === 0 && this.keys.length === 0) this.opened("");
    const head = this.head();
    const all = [...this.groups].map(([key, group]) => [
      ...(this.keys.length > 0 ? key.split(BETWEEN) : []),
      ...group.map((aggregate) => aggregate.value()),
    ]);
    const order = this.orderOf(head);
    const rows = all.sort((a, b) => order.reduce((before, next) => before || next(a, b), 0));
    return { head, rows: rows.slice(0, this.query.limit), says: this.words(total, all.length) };
  }

  private head(): string[] {
    const periods = (this.query.group_by ?? []).map(({ column, period }) =>
      period === undefined ? column : `${column} (${period})`,
    );
    return [...periods, ...this.measures.map(({ name }) => name)];
  }

  private opened(key: string): Aggregate[] | undefined {
    if (this.groups.size >= MOST_GROUPS) return undefined;
    const group = this.measures.map(({ make }) => make());
    this.groups.set(key, group);
    return group;
  }

  /** Absent an order: the largest first measure first, but periods by time. Values of measures are written with a point. */
  private orderOf(head: readonly string[]): ((a: string[], b: string[]) => number)[] {
    const { sort, group_by = [] } = this.query;
    const isByTime = group_by.some(({ period }) => period !== undefined);
    const by = sort ? indexOf(head, sort.by) : isByTime ? 0 : this.keys.length;
    const descending = sort ? sort.descending === true : !isByTime;
    return [by, ...head.keys()].map((at, place) => {
      const notation = at < this.keys.length ? this.columns.notation : MEASURED;
      const compare = compareCells(notation, place === 0 && descending);
      return (a: string[], b: string[]) => compare(a[at] ?? "", b[at] ?? "");
    });
  }

  private words(total: number, groups: number): string {
    const fit = `${this.count} of ${total} rows fit`;
    const left = [...this.groups.values()].flat().reduce((sum, { left_out }) => sum + left_out, 0);
    const others = [
      ...(this.keys.length > 0 ? [`${groups} groups`] : []),
      ...(groups > this.query.limit ? [`the first ${this.query.limit} follow`] : []),
      ...(left > 0 ? [`${left} cells that are no numbers were left out`] : []),
      ...(this.beyond > 0 ? [`${this.beyond} rows of further groups were left out: filter first`] : []),
    ];
    return `${[fit, ...others].join("; ")}.`;
  }
}

const MEASURED = { decimal: ".", dates: "month first" } as const;

function indexOf(head: readonly string[], name: string): number {
  const at = head.findIndex((each) => each.toLowerCase() === name.trim().toLowerCase());
  if (at >= 0) return at;
  throw new NoSuchColumn(`The groups can be sorted by: ${head.join(", ")}.`);
}

function keyOf(columns: Columns, { column, period }: Grouping): (row: readonly string[]) => string {
  const at = columnAt(columns, column);
  if (period === undefined) return (row) => (row[at] ?? "").trim();
  return (row) => dateOf((row[at] ?? "").trim(), columns.notation)?.slice(0, PERIOD_LENGTHS[period]) ?? "";
}
