/** The D1 database as drizzle sees it. `batch` is its only transaction. */
import type { Query } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Database = DrizzleD1Database<Record<string, never>> & {
  /** D1 itself, for statements whose texts stand. */
  $client: D1Database;
};

/** A query as a statement of a batch. */
export function boundTo({ $client }: Database, query: { toSQL(): Query }): D1PreparedStatement {
  const { sql, params } = query.toSQL();
  return $client.prepare(sql).bind(...params);
}

export function openDatabase(binding: D1Database): Database {
  return drizzle(binding);
}
