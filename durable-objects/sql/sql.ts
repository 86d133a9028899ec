/** Interface to the object's own SQLite, for its pure parts. Synchronous; tests run it on Node. */

export type SqlValue = string | number | null;
export type Row = Record<string, SqlValue>;

/** Result of a transaction: anything but a promise, which would run on after the transaction has ended. */
export type AtOnce<T> = T extends PromiseLike<unknown> ? never : T;

/**
 * Plain statements. Writing through this interface bypasses `Tables` and its cache, so the conversation never
 * does.
 */
export interface Sql {
  all<R extends Row>(query: string, ...values: SqlValue[]): R[];
  /** Returns the number of rows written. */
  run(query: string, ...values: SqlValue[]): number;
  /** Runs statements without values in one call. */
  script(statements: readonly string[]): void;
  /** All or nothing: a throw inside rolls back. A nested transaction joins the outer one. */
  transaction<T>(body: () => AtOnce<T>): T;
}
