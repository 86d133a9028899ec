/**
 * Prints the names of the migrations that a local D1 database has, one per line. Needs node:sqlite, so it runs in the
 * packaged Node. Prints nothing when it is unclear which file is the database.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

const folder = process.argv[2] ?? "";
const files = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
const [file] = files;
if (file !== undefined && files.length === 1) {
  const database = new DatabaseSync(path.join(folder, file));
  for (const row of database.prepare("SELECT name FROM d1_migrations").all()) console.log(row["name"]);
  database.close();
}
