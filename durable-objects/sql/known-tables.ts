/**
 * Knows which tables exist and which have rows, so that empty ones are never queried. Each table, and each
 * statement ever prepared, costs its object kilobytes for as long as it is awake.
 */
import type { Row, Sql } from "./sql.ts";

const NAMES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '[a-z]*'";

export class KnownTables {
  private readonly sql: Sql;
  /** Existing tables, and whether each may have rows. Undefined: to be looked up. */
  private known: Map<string, boolean> | undefined;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  has(table: string): boolean {
    return this.tables().has(table);
  }

  /** Whether the table has no rows or does not exist. False when that is not known. */
  isEmpty(table: string): boolean {
    return this.tables().get(table) !== true;
  }

  made(table: string): void {
    if (!this.has(table)) this.tables().set(table, false);
  }

  filled(table: string): void {
    this.tables().set(table, true);
  }

  /** A query has shown that the table has no rows. */
  emptied(table: string): void {
    this.tables().set(table, false);
  }

  /** Forgets them after a rollback: tables made in the transaction may be gone. */
  forget(): void {
    this.known = undefined;
  }

  private tables(): Map<string, boolean> {
    this.known ??= look(this.sql);
    return this.known;
  }
}

function look(sql: Sql): Map<string, boolean> {
  const names = sql.all<{ name: string }>(NAMES).map(({ name }) => name);
  if (names.length === 0) return new Map();
  const row = filledAmong(sql, names);
  return new Map(names.map((name) => [name, row === undefined || row[name] === 1]));
}

/** Undefined when a table cannot be read; the statement that needs it will then fail. */
function filledAmong(sql: Sql, names: readonly string[]): Row | undefined {
  try {
    return sql.all(
      `SELECT ${names.map((name) => `EXISTS (SELECT 1 FROM ${name}) AS ${name}`).join(", ")}`,
    )[0];
  } catch {
    return undefined;
  }
}
