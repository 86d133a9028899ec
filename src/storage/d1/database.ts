/** The D1 database, wrapped by drizzle. `batch` is its only transaction. */
import type { Query } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Database = DrizzleD1Database<Record<string, never>> & {
  /** The raw D1 binding, for constant SQL. */
  $client: D1Database;
};

/** Turns a query into a statement for a batch. */
export function boundTo({ $client }: Database, query: { toSQL(): Query }): D1PreparedStatement {
  const { sql, params } = query.toSQL();
  return $client.prepare(sql).bind(...params);
}

export function openDatabase(binding: D1Database): Database {
  return drizzle(binding);
}
