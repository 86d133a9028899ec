/** The migrations that a local database lacks, as one text. */
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { pendingSql } from "../../../scripts/start/migrations/pending.mjs";
import { ROOT } from "../../../scripts/start/paths.mjs";
import { databaseStatements } from "../../support/database.ts";

const FOLDER = path.join(ROOT, "d1-migrations");

const appliedOf = (database: DatabaseSync) =>
  new Set(
    database
      .prepare("SELECT name FROM d1_migrations ORDER BY id")
      .all()
      .map((row) => String(row["name"])),
  );

const shapeOf = (database: DatabaseSync) =>
  database
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name <> 'sqlite_sequence' ORDER BY name")
    .all();

function migrated(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec(pendingSql(FOLDER, new Set()) ?? "");
  return database;
}

test("a new database gets all of them, in their order, and lacks none afterwards", () => {
  const applied = appliedOf(migrated());
  expect(applied.size).toBeGreaterThan(30);
  expect([...applied]).toEqual([...applied].sort());
  expect(pendingSql(FOLDER, applied)).toBeUndefined();
});

test("a database of an earlier version gets what came since, and is then as a new one", () => {
  const names = [...appliedOf(migrated())];
  const since = names.slice(0, -3);
  const earlier = new DatabaseSync(":memory:");
  earlier.exec(pendingSql(FOLDER, new Set(names.slice(-3))) ?? "");
  expect([...appliedOf(earlier)]).toEqual(since);
  earlier.exec(pendingSql(FOLDER, new Set(since)) ?? "");
  expect([...appliedOf(earlier)]).toEqual(names);
  expect(shapeOf(earlier)).toEqual(shapeOf(migrated()));
});

test("the database that tests begin with is the one that they make", () => {
  const short = new DatabaseSync(":memory:");
  for (const statement of databaseStatements()) short.exec(statement);
  const whole = migrated();
  whole.exec("DROP TABLE d1_migrations");
  expect(shapeOf(short)).toEqual(shapeOf(whole));
  expect(databaseStatements().filter((sql) => sql.startsWith("INSERT"))).toEqual([
    expect.stringContaining("'admin'"),
  ]);
});
