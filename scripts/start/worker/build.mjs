/**
 * Builds the Worker and the one that reads PDFs, as they are deployed, when their sources have changed: a start bundles
 * nothing.
 */
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hashOf } from "../build-web.mjs";
import { BUILT_ENTRY, devConfigFiles, READER_TOML, WRANGLER_TOML, writeDevConfigs } from "../dev-config.mjs";
import { CACHE, ROOT } from "../paths.mjs";
import { runTool } from "../run-tool.mjs";
import { wranglerEnv } from "../wrangler/env.mjs";
import { entryOf, FRONT } from "./entry.mjs";

/** Sources of both, relative to the project. */
export const WORKER_SOURCES = [
  "src",
  "durable-objects",
  "r2",
  "scripts/start/runtime",
  "scripts/start/worker",
  ...[WRANGLER_TOML, READER_TOML].map((file) => path.relative(ROOT, file)),
  "package-lock.json",
];
const PLACE = path.join(CACHE, "worker");

/**
 * Throws an Error with wrangler's own words when the build fails.
 * @returns {Promise<string>} a folder that never changes: other sources have another
 */
export async function ensureWorkerBuilt() {
  const hash = hashOf(ROOT, WORKER_SOURCES);
  const folder = path.join(PLACE, hash);
  if (existsSync(folder)) return folder;
  console.log("Building the Worker ...");
  for (const name of existsSync(PLACE) ? readdirSync(PLACE) : [])
    if (!name.startsWith(hash)) rmSync(path.join(PLACE, name), { recursive: true, force: true });
  const making = `${folder}.${process.pid}`;
  await writeDevConfigs({ stateDir: making });
  const [nightjar = "", , reader = ""] = devConfigFiles(making);
  await Promise.all([
    buildWorker(nightjar, path.join(making, "nightjar")),
    buildWorker(reader, path.join(making, "nightjar-reader")),
  ]);
  moveIntoPlace(making, folder);
  return folder;
}

/**
 * Moves what was built into place atomically, even when two starts build at the same time.
 * @param {string} making
 * @param {string} folder
 */
export function moveIntoPlace(making, folder) {
  try {
    renameSync(making, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(making, { recursive: true, force: true });
  }
}

/**
 * Builds as for an upload. Throws an Error with wrangler's own words when that fails.
 * @param {string} config
 * @param {string} folder
 */
export async function buildWorker(config, folder) {
  const args = ["deploy", "--dry-run", "--outdir", folder, "--config", config];
  const env = wranglerEnv({ stateDir: folder, tracing: false });
  await runTool({ tool: "wrangler", args, env, problem: "The Worker did not build" });
  const [built = ""] = readdirSync(folder).filter((file) => file.endsWith(".js"));
  for (const file of FRONT) copyFileSync(new URL(file, import.meta.url), path.join(folder, file));
  writeFileSync(path.join(folder, BUILT_ENTRY), entryOf(built));
}
