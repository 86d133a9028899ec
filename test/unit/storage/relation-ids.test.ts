/** Connections of memory that were there before they had ids and names of their own. */
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

const MIGRATIONS = new URL("../../../d1-migrations/", import.meta.url);
const NEW = "0057_relations.sql";
const run = (database: DatabaseSync, name: string) =>
  database.exec(readFileSync(new URL(name, MIGRATIONS), "utf8"));

test("each connection gets an id of its own, one that was forgotten too, and holds", () => {
  const database = new DatabaseSync(":memory:");
  const names = readdirSync(MIGRATIONS).filter((file) => file.endsWith(".sql") && file < NEW);
  for (const name of names.sort()) run(database, name);
  const edge = "INSERT INTO memory_edges VALUES ('usr_a', 'entity:ann', ?, 'knows', 1, 'trusted', 1)";
  for (const node of ["entity:tom", "entity:ben"]) database.prepare(edge).run(node);
  const row = '{"columns":["owner","source_id"],"values":["usr_a","entity:ann"]}';
  database.exec(`INSERT INTO forgotten VALUES ('fgt_1', 'usr_a', 'edge', 'x', 'x', '${row}', 1)`);
  run(database, NEW);
  const edges = database.prepare("SELECT id, ended_at FROM memory_edges").all();
  expect(new Set(edges.map(({ id }) => id)).size).toBe(2);
  for (const { id, ended_at } of edges) expect([String(id).slice(0, 4), ended_at]).toEqual(["rel_", null]);
  const kept = JSON.parse(String(database.prepare("SELECT row FROM forgotten").get()?.["row"]));
  expect(kept).toEqual({
    columns: ["owner", "source_id", "id"],
    values: ["usr_a", "entity:ann", expect.stringMatching(/^rel_[0-9a-f]{20}$/)],
  });
});
