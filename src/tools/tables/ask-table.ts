/** Answers a question about a table of any size in one pass: a chunk of it is in memory. */
import { type Columns, columnsOf } from "./columns.ts";
import { type RowTest, testOf } from "./conditions.ts";
import { FoundRows } from "./found-rows.ts";
import { Groups } from "./groups.ts";
import { Profile } from "./profile.ts";
import type { Answer, Collector, Query } from "./query.ts";
import { rowsOf } from "./rows.ts";
import { RowSearch } from "./search.ts";

/** Rows by which the columns are known. */
const FIRST_ROWS = 2_000;

interface Asked {
  query: Query;
  /** Called from time to time while it is read. */
  alive(): void;
}

/**
 * Answers, of which the second shows more of the same table. Throws `NoSuchColumn` and
 * `NotText`, whose messages are for the model, and when the storage does.
 */
export async function askTable(body: ReadableStream<Uint8Array>, { query, alive }: Asked): Promise<Answer[]> {
  let reading: Reading | undefined;
  let first: string[][] = [];
  let isCut = false;
  for await (const { rows, is_cut } of rowsOf(body)) {
    isCut ||= is_cut;
    alive();
    if (reading) {
      reading.take(rows);
      continue;
    }
    first = first.concat(rows);
    if (first.length < FIRST_ROWS) continue;
    reading = begun(first, query);
  }
  reading ??= begun(first, query);
  const answers = reading.answers();
  return isCut ? answers.map(cutShort) : answers;
}

function cutShort(answer: Answer): Answer {
  return { ...answer, says: `${answer.says} Only the first part of the file was read: it is too large.` };
}

function begun(first: string[][], query: Query): Reading {
  const columns = columnsOf(first);
  const reading = new Reading(columns, query);
  reading.take(columns.has_head ? first.slice(1) : first);
  return reading;
}

/** One pass over the rows. */
class Reading {
  private readonly columns: Columns;
  private readonly query: Query;
  private readonly collector: Collector;
  private readonly search: RowSearch | undefined;
  private readonly test: RowTest;
  private number = 0;
  private fitting = 0;

  constructor(columns: Columns, query: Query) {
    this.columns = columns;
    this.query = query;
    this.collector = collectorOf(columns, query);
    this.search = query.search === undefined ? undefined : new RowSearch(query.search, query.limit);
    this.test = testsOf(columns, query);
  }

  take(rows: readonly string[][]): void {
    const { search, query } = this;
    for (const row of rows) {
      this.number += 1;
      if (this.number < (query.from_row ?? 1) || !this.test(row)) continue;
      if (search && !search.take(row, this.number)) continue;
      this.fitting += 1;
      this.collector.take(row, this.number);
    }
  }

  answers(): Answer[] {
    const answer = this.collector.answer(this.number);
    if (this.collector instanceof Profile) return [answer, this.collector.beginning()];
    const isOfRows = this.collector instanceof FoundRows;
    const near = isOfRows && this.fitting === 0 && this.search ? this.search.best(this.number) : [];
    if (near.length === 0) return [answer];
    return [
      {
        head: ["row", ...this.columns.names],
        rows: near.map(({ number, cells }) => [String(number), ...cells]),
        says: `No row has all of the words ${this.search?.words.join(", ")}; these have some of them.`,
      },
    ];
  }
}

function collectorOf(columns: Columns, query: Query): Collector {
  const { search, where, any, group_by, measures, columns: shown, sort, from_row } = query;
  if (group_by?.length || measures?.length) return new Groups(columns, query);
  const asksRows = [search, shown, sort, from_row].some((each) => each !== undefined);
  return asksRows || where?.length || any?.length ? new FoundRows(columns, query) : new Profile(columns);
}

function testsOf(columns: Columns, { where = [], any = [] }: Query): RowTest {
  const all = where.map((condition) => testOf(columns, condition));
  const some = any.map((condition) => testOf(columns, condition));
  return (row) => all.every((test) => test(row)) && (some.length === 0 || some.some((test) => test(row)));
}
