/** D1 migrations of the local database. The database itself says which are applied, so no stamp can go stale. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT, toolNode, toolScript } from "../paths.mjs";
import { wranglerEnv } from "../wrangler-env.mjs";

const APPLIED = fileURLToPath(new URL("./applied.mjs", import.meta.url));

/**
 * Applies what is pending; wrangler is asked only when something may be, since it takes seconds to start.
 * Throws an Error with wrangler's own words when a migration fails.
 * @param {string} stateDir
 */
export function ensureMigrated(stateDir) {
  const wanted = readdirSync(path.join(ROOT, "d1-migrations")).filter((name) => name.endsWith(".sql"));
  const applied = new Set(appliedMigrations(stateDir));
  if (wanted.every((name) => applied.has(name))) return;
  console.log("Preparing the database ...");
  applyAll(stateDir);
}

/**
 * Empty when there is no database yet or it can't be read: then wrangler decides.
 * @param {string} stateDir
 * @returns {string[]}
 */
function appliedMigrations(stateDir) {
  const folder = path.join(stateDir, "v3/d1/miniflare-D1DatabaseObject");
  if (!existsSync(folder)) return [];
  const result = spawnSync(toolNode(), ["--no-warnings", APPLIED, folder], { encoding: "utf8" });
  return result.status === 0 ? result.stdout.split("\n").filter((line) => line !== "") : [];
}

/** @param {string} stateDir */
function applyAll(stateDir) {
  const args = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir];
  const result = spawnSync(toolNode(), [toolScript("wrangler"), ...args], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: wranglerEnv({ stateDir, tracing: false }),
  });
  if (result.status === 0) return;
  throw new Error(`The database could not be prepared:\n${`${result.stdout}${result.stderr}`.trim()}`);
}
