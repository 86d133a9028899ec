/** The database as all migrations leave it, without their ways there: a test file begins with it sooner. */
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const MIGRATIONS = new URL("../../d1-migrations/", import.meta.url);

interface Made {
  name: string;
  sql: string;
}

let made: readonly string[] | undefined;

/** In their order. The tables of a full-text index come with it. */
export function databaseStatements(): readonly string[] {
  made ??= statementsOf(migrated());
  return made;
}

function migrated(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  const names = readdirSync(MIGRATIONS).filter((file) => file.endsWith(".sql"));
  for (const name of names.sort()) database.exec(readFileSync(new URL(name, MIGRATIONS), "utf8"));
  return database;
}

function statementsOf(database: DatabaseSync): string[] {
  const named = (where: string) =>
    database
      .prepare(`SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND ${where} ORDER BY rowid`)
      .all();
  const own = "name IN (SELECT name FROM pragma_table_list WHERE type IN ('table', 'virtual'))";
  const tables = named(`type = 'table' AND name NOT LIKE 'sqlite_%' AND ${own}`) as unknown as Made[];
  const others = named("type <> 'table'") as unknown as Made[];
  const rows = tables
    .filter(({ sql }) => !/^CREATE VIRTUAL/i.test(sql))
    .flatMap(({ name }) => rowsOf(database, name));
  return [...tables.map(({ sql }) => sql), ...rows, ...others.map(({ sql }) => sql)];
}

/** Rows that the migrations themselves have written. */
function rowsOf(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare("SELECT name FROM pragma_table_info(?)").all(table);
  const quoted = columns.map(({ name }) => `quote("${name}")`).join(` || ', ' || `);
  const rows = database.prepare(`SELECT ${quoted} AS said FROM "${table}"`).all();
  return rows.map(({ said }) => `INSERT INTO "${table}" VALUES (${said})`);
}
