/** The object's own SQLite, as its pure parts see it. Synchronous; runs as well on Node in tests. */

export type SqlValue = string | number | null;
export type Row = Record<string, SqlValue>;

/** What a transaction may give back: no promise, whose rest would run after the transaction has ended. */
export type AtOnce<T> = T extends PromiseLike<unknown> ? never : T;

export interface Sql {
  all<R extends Row>(query: string, ...values: SqlValue[]): R[];
  /** Returns the number of rows written. */
  run(query: string, ...values: SqlValue[]): number;
  /** Statements without values, in one call. */
  script(statements: readonly string[]): void;
  /** All or nothing: what throws inside rolls back. May be nested in none. */
  transaction<T>(body: () => AtOnce<T>): T;
}

/** SQLite that knows which of its tables are empty. */
export interface Tables extends Sql {
  /** As `all`, for a query that has no rows while `table` is empty or is not there. */
  from<R extends Row>(table: string, query: string, ...values: SqlValue[]): R[];
  /** Whether it has no rows, or is not there. False when that is not known. */
  isEmpty(table: string): boolean;
  /** Rows are about to be written to it, by a statement that does not name it. */
  fill(table: string): void;
}
