/** Questions about a table: rows, or groups of rows with what is counted and computed of them. */
import type { Condition } from "./conditions.ts";

export const AGGREGATES = ["count", "sum", "average", "min", "max", "distinct"] as const;
export const PERIODS = ["year", "month", "day"] as const;

export interface Measure {
  compute: (typeof AGGREGATES)[number];
  /** Absent of `count`: rows. */
  column?: string | undefined;
  /** Each value is multiplied with this column's. */
  times?: string | undefined;
}

export interface Grouping {
  column: string;
  /** Part of a date. */
  period?: (typeof PERIODS)[number] | undefined;
}

export interface Query {
  /** Words that a row must contain, anywhere. */
  search?: string | undefined;
  /** All of them hold. */
  where?: Condition[] | undefined;
  /** Conditions of which at least one holds. */
  any?: Condition[] | undefined;
  group_by?: Grouping[] | undefined;
  measures?: Measure[] | undefined;
  /** Columns that are shown of rows; absent: all. */
  columns?: string[] | undefined;
  /** A column, or the name of a measure as the answer has it. */
  sort?: { by: string; descending?: boolean | undefined } | undefined;
  limit: number;
  /** Number of the first row that is looked at, from 1. */
  from_row?: number | undefined;
}

/** Answer as a table, with a sentence about it. */
export interface Answer {
  head: string[];
  rows: string[][];
  says: string;
}

/** Takes in all rows, and answers at the end. */
export interface Collector {
  /** `number`: of the row in the data, from 1. */
  take(row: readonly string[], number: number): void;
  /** `total`: rows of the table. */
  answer(total: number): Answer;
}
