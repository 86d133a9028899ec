/** The list of checks. Each resolves with undefined, or with the text of what is wrong. */
import { existsSync } from "node:fs";
import path from "node:path";
import { CACHE, ROOT, toolNode } from "../start/paths.mjs";
import { checkComponents } from "./components.mjs";
import { checkFileLengths } from "./file-length.mjs";
import { checkFolderSizes } from "./folder-size.mjs";
import { checkLanded } from "./landed/landed.mjs";
import { checkLanguage } from "./language.mjs";
import { checkLayering } from "./layout/layering.mjs";
import { checkLockfile } from "./lockfile.mjs";
import { run } from "./run.mjs";
import { checkTriggers } from "./triggers.mjs";
import { checkWaitUntil } from "./wait-until.mjs";

/** @typedef {{name: string, run: () => Promise<string | undefined>}} Check */

/**
 * TypeScript projects. The Worker (tsconfig.json) is checked with its tests, which include all of it on the same
 * platform; so is the Worker of the bench that counts.
 */
const PROJECTS = [
  "tsconfig.core.json",
  "tsconfig.node.json",
  "tsconfig.workers-test.json",
  "tsconfig.routes-test.json",
  "bench/floor/tsconfig.json",
];

/** @type {Check[]} */
export const checks = [
  { name: "biome", run: () => tool("@biomejs/biome/bin/biome", ["check", "."]) },
  ...PROJECTS.map((project) => ({
    name: `types ${project}`,
    run: () => checkTypes(project),
  })),
  { name: "types web/tsconfig.json, with components", run: () => checkComponents("web") },
  { name: "knip", run: () => tool("knip/bin/knip.js", []) },
  { name: "storeys", run: checkLayering },
  { name: "names and docstrings", run: checkLanguage },
  { name: "a catch on each waitUntil", run: checkWaitUntil },
  { name: "what has landed stays", run: checkLanded },
  { name: "file length", run: checkFileLengths },
  { name: "files in a folder", run: checkFolderSizes },
  { name: "lock file", run: checkLockfile },
  { name: "triggers", run: checkTriggers },
  { name: "web budget", run: checkWebBudget },
  { name: "worker budget", run: () => run(toolNode(), [path.join(ROOT, "scripts/worker-budget.mjs")]) },
];

/**
 * The compiler's results are cached, so that the next run checks only what has changed. It uses one checker: several
 * would each compute the shared types again, and the other checks already keep all cores busy.
 * @param {string} project
 */
function checkTypes(project) {
  const kept = path.join(CACHE, "types", `${project.replaceAll("/", "-")}.tsbuildinfo`);
  return tool("typescript/bin/tsc", [
    "-p",
    project,
    "--checkers",
    "1",
    "--incremental",
    "--tsBuildInfoFile",
    kept,
  ]);
}

/**
 * @param {string} script below node_modules
 * @param {string[]} args
 */
function tool(script, args) {
  return run(toolNode(), [path.join(ROOT, "node_modules", script), ...args]);
}

/** Skipped until the web app is built: `npm start` and `npm test` build it. */
async function checkWebBudget() {
  if (!existsSync(path.join(ROOT, "web/dist/index.html"))) return undefined;
  return run(toolNode(), [path.join(ROOT, "scripts/web-budget.mjs")]);
}
