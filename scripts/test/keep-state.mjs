#!/usr/bin/env node
/**
 * Keeps a small state of this day's code for the tests of later code: `node scripts/test/keep-state.mjs STATE_DIR NAME`. The instance that wrote it
 * must be stopped; `write-state.mjs` wrote what it holds. Each release adds one.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { ROOT } from "../start/paths.mjs";

/** Tables that the runtime, and not Nightjar, keeps in an object. */
const RUNTIMES_OWN = "'_cf\\_%' ESCAPE '\\'";

/**
 * Statements that create and fill each table.
 * @param {DatabaseSync} database
 */
function statementsOf(database) {
  const made = database
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE ${RUNTIMES_OWN} ORDER BY rowid`,
    )
    .all();
  const tables = made.filter(({ type }) => type === "table");
  return [
    ...tables.map(({ sql }) => String(sql)),
    ...tables.flatMap(({ name }) => rowsOf(database, String(name))),
    ...made.filter(({ type }) => type !== "table").map(({ sql }) => String(sql)),
  ];
}

/**
 * @param {DatabaseSync} database
 * @param {string} table
 */
function rowsOf(database, table) {
  const columns = database.prepare("SELECT name FROM pragma_table_info(?)").all(table);
  const quoted = columns.map(({ name }) => `quote("${name}")`).join(` || ',' || `);
  const rows = database.prepare(`SELECT ${quoted} AS said FROM "${table}"`).all();
  return rows.map(({ said }) => `INSERT INTO "${table}" VALUES(${said})`);
}

/**
 * The D1 database in one file: its full-text tables have no other form.
 * @param {string} file
 */
function packed(file) {
  const copy = path.join(tmpdir(), `nightjar-state-${process.pid}.sqlite`);
  const database = new DatabaseSync(file);
  database.exec(`VACUUM INTO '${copy}'`);
  database.close();
  const bytes = readFileSync(copy);
  rmSync(copy);
  return gzipSync(bytes, { level: 9 });
}

/**
 * @param {string} folder
 * @returns {string[]} files of databases, without that of the runtime
 */
function databasesIn(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")
    .sort()
    .map((name) => path.join(folder, name));
}

/**
 * Keeps the objects of one class, each as its statements; none: no file.
 * @param {string} className
 * @param {string} file
 * @returns {number} of objects
 */
function keepObjects(className, file) {
  const folder = path.join(stateDir, "v3/do", `nightjar-${className}`);
  const objects = existsSync(folder) ? databasesIn(folder).map(statementsIn) : [];
  if (objects.length > 0)
    writeFileSync(path.join(target, file), gzipSync(JSON.stringify(objects), { level: 9 }));
  return objects.length;
}

/**
 * @param {string} file
 * @returns {string[]}
 */
function statementsIn(file) {
  const database = new DatabaseSync(file);
  const statements = statementsOf(database);
  database.close();
  return statements;
}

const [stateDir = "", name = ""] = process.argv.slice(2);
if (!stateDir || !name) throw new Error("Give the folder of the state, and a name such as 2026-11-28.");
const target = path.join(ROOT, "test/fixtures/states", name);
mkdirSync(target, { recursive: true });
const [database = ""] = databasesIn(path.join(stateDir, "v3/d1/miniflare-D1DatabaseObject"));
writeFileSync(path.join(target, "database.sqlite.gz"), packed(database));
const conversations = keepObjects("Conversation", "conversations.json.gz");
const runs = keepObjects("Research", "research.json.gz");
console.log(
  `${conversations} conversations and ${runs} research runs are kept in ${path.relative(ROOT, target)}.`,
);
