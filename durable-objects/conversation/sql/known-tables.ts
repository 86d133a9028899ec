/**
 * SQLite that knows which tables are empty, and asks nothing of them; those that few conversations need are made when
 * something is first written to them. Each table, and each statement that was ever prepared, costs its object
 * kilobytes for as long as it is awake.
 */
import { makingOf } from "./schema.ts";
import type { AtOnce, Row, Sql, SqlValue, Tables } from "./sql.ts";

/** All that is written to them has to go through what is returned: there is one for each life of the object. */
export function tablesOf(sql: Sql): Tables {
  return "from" in sql ? (sql as Tables) : new KnownTables(sql);
}

const TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '[a-z]*'";
const CREATED = /^\s*CREATE TABLE (?:IF NOT EXISTS )?(\w+)/;
const FILLED = /^\s*INSERT(?: OR \w+)? INTO (\w+)/;
const CHANGED = /^\s*(?:UPDATE|DELETE FROM) (\w+)/;

class KnownTables implements Tables {
  private readonly sql: Sql;
  /** Those that are there, and whether they may have rows. Undefined: to be looked up. */
  private known: Map<string, boolean> | undefined;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  all<R extends Row>(query: string, ...values: SqlValue[]): R[] {
    return this.sql.all<R>(query, ...values);
  }

  from<R extends Row>(table: string, query: string, ...values: SqlValue[]): R[] {
    return this.isEmpty(table) ? [] : this.sql.all<R>(query, ...values);
  }

  run(query: string, ...values: SqlValue[]): number {
    const filled = FILLED.exec(query)?.[1];
    if (filled !== undefined) this.fill(filled);
    const changed = CHANGED.exec(query)?.[1];
    if (changed !== undefined && this.isStillToBeMade(changed)) return 0;
    return this.sql.run(query, ...values);
  }

  script(statements: readonly string[]): void {
    this.sql.script(statements);
    for (const statement of statements) this.note(statement);
  }

  transaction<T>(body: () => AtOnce<T>): T {
    try {
      return this.sql.transaction<T>(body);
    } catch (problem) {
      // Tables that it made are not there after all.
      this.known = undefined;
      throw problem;
    }
  }

  isEmpty(table: string): boolean {
    return this.tables().get(table) !== true;
  }

  fill(table: string): void {
    if (this.isStillToBeMade(table)) this.sql.script(makingOf(table) ?? []);
    this.tables().set(table, true);
  }

  private isStillToBeMade(table: string): boolean {
    return !this.tables().has(table) && makingOf(table) !== undefined;
  }

  private note(statement: string): void {
    const filled = FILLED.exec(statement)?.[1];
    if (filled !== undefined) this.known?.set(filled, true);
    const created = CREATED.exec(statement)?.[1];
    if (created !== undefined && !this.known?.has(created)) this.known?.set(created, false);
  }

  private tables(): Map<string, boolean> {
    this.known ??= look(this.sql);
    return this.known;
  }
}

function look(sql: Sql): Map<string, boolean> {
  const names = sql.all<{ name: string }>(TABLES).map(({ name }) => name);
  if (names.length === 0) return new Map();
  const row = filledAmong(sql, names);
  return new Map(names.map((name) => [name, row === undefined || row[name] === 1]));
}

/** Undefined when one of them cannot be read: whoever needs it will hear of it. */
function filledAmong(sql: Sql, names: readonly string[]): Row | undefined {
  try {
    return sql.all(
      `SELECT ${names.map((name) => `EXISTS (SELECT 1 FROM ${name}) AS ${name}`).join(", ")}`,
    )[0];
  } catch {
    return undefined;
  }
}
