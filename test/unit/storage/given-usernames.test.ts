/** What an upgrade makes of usernames that were there before it was known who had given them. */
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

const MIGRATIONS = new URL("../../../d1-migrations/", import.meta.url);
const NEW = "0049_given_usernames.sql";
const run = (database: DatabaseSync, name: string) =>
  database.exec(readFileSync(new URL(name, MIGRATIONS), "utf8"));

test("names of admins, and of people whom an admin added and nobody changed since, count as given; others do not", () => {
  const database = new DatabaseSync(":memory:");
  const names = readdirSync(MIGRATIONS).filter((file) => file.endsWith(".sql") && file < NEW);
  for (const name of names.sort()) run(database, name);
  const add = database.prepare("INSERT INTO persons VALUES (?, ?, 'N', ?, 1, ?, NULL)");
  add.run("root", "root@corp.example", "admin", 9);
  add.run("added", "added@corp.example", "member", 1);
  add.run("nameless", null, "member", 1);
  add.run("invited", "invited", "member", 1);
  add.run("renamed", "boss@corp.example", "member", 2);
  database.exec("INSERT INTO invite_redemptions VALUES ('inv', 'invited', 1)");
  run(database, NEW);
  const given = database.prepare("SELECT id FROM persons WHERE username_given = 1 ORDER BY id").all();
  expect(given.map(({ id }) => id)).toEqual(["added", "root"]);
});
