/** The D1 database as drizzle sees it. `batch` is its only transaction. */
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Database = DrizzleD1Database<Record<string, never>>;

export function openDatabase(binding: D1Database): Database {
  return drizzle(binding);
}
