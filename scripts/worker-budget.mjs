#!/usr/bin/env node
/**
 * Checks the Worker's size, and the size of the modules that a start evaluates, against their budgets. Builds it as for
 * an upload; with `--table` it lists each package's part.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { outputOf } from "./check/run.mjs";
import {
  bytesByOrigin,
  compressedSize,
  evaluatedAtStart,
  START_BUDGET,
  WORKER_BUDGET,
} from "./check/worker-size.mjs";
import { hashOf } from "./start/build-web.mjs";
import { devConfigFiles, writeDevConfigs } from "./start/dev-config.mjs";
import { CACHE, ROOT, toolNode, toolScript } from "./start/paths.mjs";
import { wranglerEnv } from "./start/wrangler/env.mjs";

const FOLDER = path.join(CACHE, "worker-size");
const METAFILE = path.join(FOLDER, "metafile.json");
const RESULT = path.join(FOLDER, "result.json");
const SOURCES = [
  "src",
  "durable-objects",
  "r2",
  "wrangler.toml",
  "wrangler.reader.toml",
  "package-lock.json",
  "scripts/check",
];
const SHOWN = 40;

async function main() {
  const { size, start } = await measured();
  if (process.argv.includes("--table")) showTable();
  const isWithin = [
    isKept("the Worker", `${size} of ${WORKER_BUDGET} KiB gzip`, size <= WORKER_BUDGET),
    isKept("evaluated as it starts", `${start} of ${START_BUDGET} KiB minified`, start <= START_BUDGET),
  ];
  if (isWithin.every(Boolean)) return;
  console.error(
    "The Worker is over its budget. `node scripts/worker-budget.mjs --table` tells what it is made of; what few requests need is imported where it is used (`await import`).",
  );
  process.exit(1);
}

/**
 * @param {string} what
 * @param {string} figures
 * @param {boolean} isWithin
 */
function isKept(what, figures, isWithin) {
  console.log(`${isWithin ? "ok  " : "OVER"} ${what}: ${figures}`);
  return isWithin;
}

/** Rebuilds it when its sources have changed. */
async function measured() {
  const stamp = hashOf(ROOT, SOURCES);
  if (existsSync(RESULT)) {
    const last = JSON.parse(readFileSync(RESULT, "utf8"));
    if (last.stamp === stamp) return last;
  }
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const size = compressedSize(await build());
  const result = { stamp, size, start: evaluatedAtStart(readMetafile()) };
  writeFileSync(RESULT, JSON.stringify(result));
  return result;
}

/** Uses the configuration of a local start, which names no folder of the web app: that may not have been built. */
async function build() {
  await writeDevConfigs({ stateDir: FOLDER });
  const [config = ""] = devConfigFiles(FOLDER);
  const kept = ["--outdir", path.join(FOLDER, "out"), `--metafile=${METAFILE}`];
  const args = [toolScript("wrangler"), "deploy", "--dry-run", "--minify", "--config", config, ...kept];
  const env = wranglerEnv({ stateDir: FOLDER, tracing: false });
  const { code, output } = await outputOf(toolNode(), args, { env });
  if (code !== 0) throw new Error(`The Worker can't be built:\n${output.trim()}`);
  return output;
}

function readMetafile() {
  return JSON.parse(readFileSync(METAFILE, "utf8"));
}

function showTable() {
  for (const { name, bytes } of bytesByOrigin(readMetafile()).slice(0, SHOWN))
    console.log(`${(bytes / 1024).toFixed(1).padStart(8)} KiB  ${name}`);
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
