/** The object's own SQLite, as its pure parts see it. Synchronous; runs as well on Node in tests. */

export type SqlValue = string | number | null;
export type Row = Record<string, SqlValue>;

/** What a transaction may give back: no promise, whose rest would run after the transaction has ended. */
export type AtOnce<T> = T extends PromiseLike<unknown> ? never : T;

/** Plain statements. A write by this interface bypasses `Tables` and its cache: the conversation never makes one. */
export interface Sql {
  all<R extends Row>(query: string, ...values: SqlValue[]): R[];
  /** Returns the number of rows written. */
  run(query: string, ...values: SqlValue[]): number;
  /** Statements without values, in one call. */
  script(statements: readonly string[]): void;
  /** All or nothing: what throws inside rolls back. An inner one is part of the outer one. */
  transaction<T>(body: () => AtOnce<T>): T;
}
