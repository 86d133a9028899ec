/**
 * The pending migrations, to be applied at once. wrangler's own command starts a runtime for each migration: with all of them
 * the first start computed half a minute, and one that failed left the database between two versions.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Same as wrangler's own table, so that its command can go on from here. */
const TABLE = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);`;

/**
 * Pending migrations as one SQL text; undefined when there are none.
 * @param {string} folder the migrations
 * @param {ReadonlySet<string>} applied names of those that the database has
 * @returns {string | undefined}
 */
export function pendingSql(folder, applied) {
  return pendingTexts(folder, applied)?.join("\n");
}

/**
 * Pending migrations, one SQL text each, since the database limits the length of a text. Undefined when there are none.
 * @param {string} folder the migrations
 * @param {ReadonlySet<string>} applied names of those that the database has
 * @returns {string[] | undefined}
 */
export function pendingTexts(folder, applied) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql") && !applied.has(name));
  if (names.length === 0) return undefined;
  const migrations = names.sort().map((name) => {
    const sql = readFileSync(path.join(folder, name), "utf8").trim();
    const end = sql.endsWith(";") ? "" : ";";
    return `${sql}${end}\nINSERT INTO "d1_migrations" (name) VALUES ('${name.replaceAll("'", "''")}');`;
  });
  return [TABLE, ...migrations];
}
