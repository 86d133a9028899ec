/**
 * Migrations of the deployed database. "wrangler d1 migrations apply" sends each file as one text to D1's endpoint for
 * queries, which splits it at semicolons and has cut the body of triggers ("incomplete input"). When a pending
 * migration has a trigger, all of them go in one file to the endpoint for imports, which runs statements as SQLite
 * does, all or none of them.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pendingSql } from "../start/migrations/pending.mjs";
import { must } from "./wrangler-words.mjs";

const TRIGGER = /\bcreate\s+(temp(orary)?\s+)?trigger\b/i;
const PROBLEM = "The database could not be brought up to date; nothing was uploaded.";

/**
 * Throws an Error with wrangler's words when one fails.
 * @param {import("./steps.mjs").Wrangler} wrangler
 * @param {{binding: string, folder: string, applied: ReadonlySet<string>, config: string}} database `config`: the file that names it
 * @returns {Promise<number>} how many were applied
 */
export async function migrate(wrangler, { binding, folder, applied, config }) {
  const pending = readdirSync(folder).filter((name) => name.endsWith(".sql") && !applied.has(name));
  const sql = pendingSql(folder, applied);
  if (sql === undefined) return 0;
  const hasTrigger = pending.some((name) => TRIGGER.test(readFileSync(path.join(folder, name), "utf8")));
  if (hasTrigger) await importSql(wrangler, { binding, config }, sql);
  else await must(wrangler(["d1", "migrations", "apply", binding, "--remote", "--config", config]), PROBLEM);
  return pending.length;
}

/**
 * @param {import("./steps.mjs").Wrangler} wrangler
 * @param {{binding: string, config: string}} database
 * @param {string} sql
 */
async function importSql(wrangler, { binding, config }, sql) {
  const folder = mkdtempSync(path.join(tmpdir(), "nightjar-migrations-"));
  const file = path.join(folder, "pending.sql");
  try {
    // A checkout on Windows may have other line ends.
    writeFileSync(file, sql.replaceAll("\r\n", "\n"));
    const args = ["d1", "execute", binding, "--remote", "--yes", "--config", config, "--file", file];
    await must(wrangler(args), PROBLEM);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {import("./resources.mjs").AccountApi} api
 * @param {string} database its id
 * @returns {Promise<Set<string>>} names of the migrations that the deployed database has
 */
export async function appliedMigrations(api, database) {
  const body = { sql: "SELECT name FROM d1_migrations" };
  const answer = await api(`/d1/database/${database}/query`, { body, isRead: true });
  if (answer.ok) return new Set(answer.result[0].results.map((/** @type {any} */ row) => String(row.name)));
  // The database was created just now.
  if (answer.message.includes("no such table")) return new Set();
  throw new Error(`The database could not be read. Cloudflare says: ${answer.message}`);
}
