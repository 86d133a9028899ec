/**
 * Ports of backups. A program from outside (the command line) reads the whole instance through them, and writes it into an
 * empty one: rows of all tables as of one moment, schedules, and the objects of the bucket.
 */

import type {} from "../domain/ids.ts";

/** A value of a row as JSON carries it. */
export type Cell = string | number | null;

/** A row: its number, then its values in the order of the table's columns. */
export type NumberedRow = [row: number, ...values: Cell[]];

export interface TableShape {
  name: string;
  columns: string[];
}

/** Rows of one span of numbers, in order. */
export interface RowPage {
  rows: NumberedRow[];
  /** The page goes on after its last row within the span; else the span has been read. */
  is_whole: boolean;
  /** Index of the span; null when there is no row any more. */
  span: number | null;
}

/** A row that changed while the tables were read; `values` null: it is gone. */
export interface ChangedRow {
  table: string;
  row: number;
  values: Cell[] | null;
}

declare module "../domain/ids.ts" {
  interface IdPrefixes {
    bak: "backup";
  }
}

export interface BackupRun {
  id: string;
  kind: "backup" | "restore";
  begun_at: number;
  seen_at: number;
}

/** Tables of the instance, for the one who makes a backup. */
export interface TableReader {
  tables(): Promise<TableShape[]>;
  /** Names of the migrations that were applied, in order. */
  migrations(): Promise<string[]>;
  page(table: TableShape, after: number): Promise<RowPage>;
}

/** Notes which rows change. */
export interface ChangeLog {
  start(tables: readonly TableShape[]): Promise<void>;
  stop(): Promise<void>;
  /** Rows that have changed, at most some; `more`: there are others. */
  take(tables: readonly TableShape[]): Promise<{ changes: ChangedRow[]; more: boolean }>;
  /** The last of them and the number of rows of each table, as of one moment. Undefined: too many to take at once. */
  cut(
    tables: readonly TableShape[],
  ): Promise<{ changes: ChangedRow[]; counts: Record<string, number> } | undefined>;
}

/** Rows in one span of numbers. */
export const SPAN = 512;

/** A backup that nobody has gone on with for that long is over. */
export const RUN_IDLE_MS = 30 * 60_000;
