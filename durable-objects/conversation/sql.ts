/** The object's own SQLite, as its pure parts see it. Synchronous; runs as well on Node in tests. */

export type SqlValue = string | number | null;
export type Row = Record<string, SqlValue>;

export interface Sql {
  all<R extends Row>(query: string, ...values: SqlValue[]): R[];
  /** Returns the number of rows written. */
  run(query: string, ...values: SqlValue[]): number;
  /** Statements without values, in one call. */
  script(statements: readonly string[]): void;
  /** All or nothing: what throws inside rolls back. May be nested in none. */
  transaction<T>(body: () => T): T;
}
