/** D1 migrations of the local database. The database itself tells which are applied, so no stamp can go stale. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT, toolNode, toolScript } from "../paths.mjs";
import { wranglerEnv } from "../wrangler/env.mjs";
import { pendingTexts } from "./pending.mjs";

const APPLIED = fileURLToPath(new URL("./applied.mjs", import.meta.url));
const APPLY = fileURLToPath(new URL("./apply.mjs", import.meta.url));
const MIGRATIONS = path.join(ROOT, "d1-migrations");

/**
 * Applies pending migrations. Throws an Error with the database's own words when one fails.
 * @param {string} stateDir
 * @param {readonly string[] | undefined} [applied] those that it has
 */
export function ensureMigrated(stateDir, applied = appliedMigrations(stateDir)) {
  const sql = pendingTexts(MIGRATIONS, new Set(applied));
  if (sql === undefined) return;
  console.log("Preparing the database ...");
  if (applied === undefined) wrangler(stateDir, ["migrations", "apply", "DB"]);
  else applyAtOnce(stateDir, sql);
}

/**
 * Throws an Error when the database has a migration that this code does not know.
 * @param {string} stateDir
 * @param {readonly string[] | undefined} [applied] those that it has
 */
export function requireKnown(stateDir, applied = appliedMigrations(stateDir)) {
  const known = new Set(readdirSync(MIGRATIONS));
  const newer = (applied ?? []).filter((name) => !known.has(name));
  if (newer.length === 0) return;
  throw new Error(
    `This state was written by a newer Nightjar (${newer.at(-1)}), and nothing in it was touched. Update this one (git pull), or go back to the copy that was made before the update: npx nightjar rollback`,
  );
}

/**
 * Names of the migrations that the state has. Undefined when there is a database that can't be read: then wrangler decides, and applies one after the other.
 * @param {string} stateDir
 * @returns {string[] | undefined}
 */
export function appliedMigrations(stateDir) {
  const folder = path.join(stateDir, "v3/d1/miniflare-D1DatabaseObject");
  if (!existsSync(folder)) return [];
  const result = spawnSync(toolNode(), ["--no-warnings", APPLIED, folder], { encoding: "utf8" });
  const names = result.stdout.split("\n").filter((line) => line !== "");
  return result.status === 0 && names.length > 0 ? names : undefined;
}

/**
 * Applies them in one batch, all or nothing.
 * @param {string} stateDir
 * @param {readonly string[]} sql
 */
function applyAtOnce(stateDir, sql) {
  const file = path.join(stateDir, "wrangler", "migrations.json");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(sql));
  run(stateDir, [APPLY, stateDir, file]);
  rmSync(file);
}

/**
 * @param {string} stateDir
 * @param {string[]} command
 */
function wrangler(stateDir, command) {
  run(stateDir, [toolScript("wrangler"), "d1", ...command, "--local", "--persist-to", stateDir]);
}

/**
 * @param {string} stateDir
 * @param {string[]} program with its arguments
 */
function run(stateDir, program) {
  const result = spawnSync(toolNode(), program, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: wranglerEnv({ stateDir, tracing: false }),
  });
  if (result.status === 0) return;
  throw new Error(`The database could not be prepared:\n${`${result.stdout}${result.stderr}`.trim()}`);
}
