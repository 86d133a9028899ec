import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { BY_KEYS } from "../../../src/storage/d1/passages/chunk-rows.ts";

const MIGRATIONS = new URL("../../../d1-migrations/", import.meta.url);

function migrated(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const file of readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort()) {
    database.exec(readFileSync(new URL(file, MIGRATIONS), "utf8"));
  }
  return database;
}

test("a message is read by its id alone without a walk through all that its owner has", () => {
  const plan = migrated().prepare(`EXPLAIN QUERY PLAN ${BY_KEYS}`).all("ann", "[]") as { detail: string }[];
  const steps = plan.map(({ detail }) => detail).filter((detail) => / c /.test(detail));
  expect(steps).toEqual(["SEARCH c USING INDEX chunks_by_key (owner=? AND key=?)"]);
});
