/** Installs packages when node_modules differs from package-lock.json. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { PACKAGED_NODE, ROOT, runsTools } from "./paths.mjs";

/** @typedef {{version?: string, integrity?: string, optional?: boolean, devOptional?: boolean}} LockedPackage */

/**
 * Throws an Error that says what to do when npm fails. SKIP_INSTALL=true is for images that come with packages
 * installed.
 */
export function ensureInstalled() {
  if (process.env["SKIP_INSTALL"] === "true") return;
  if (!isInstalled(ROOT)) {
    console.log("Installing packages (about a minute the first time) ...");
    runNpm(["ci", "--no-audit", "--no-fund", "--loglevel", "error"]);
  }
  ensureNode();
}

/**
 * Compares by content, not by time stamp: a checkout touches the lock file without changing it.
 * @param {string} root
 */
function isInstalled(root) {
  const installed = readPackages(path.join(root, "node_modules/.package-lock.json"));
  const locked = readPackages(path.join(root, "package-lock.json"));
  return installed !== undefined && locked !== undefined && missingPackages(locked, installed).length === 0;
}

/**
 * The packages of the lock file that node_modules lacks or has in another version. Optional ones (other platforms'
 * binaries) may be missing.
 * @param {Record<string, LockedPackage>} locked
 * @param {Record<string, LockedPackage>} installed
 */
export function missingPackages(locked, installed) {
  return Object.keys(locked).filter((name) => {
    const want = locked[name];
    const have = installed[name];
    if (name === "" || want === undefined) return false;
    if (have === undefined) return want.optional !== true && want.devOptional !== true;
    return have.version !== want.version || have.integrity !== want.integrity;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    // Half-written by an interrupted install: treated as missing.
    return undefined;
  }
}

/** The `node` package fetches its binary in an install script, which some npm settings skip. */
function ensureNode() {
  if (runsTools(process.versions.node) || existsSync(PACKAGED_NODE)) return;
  console.log("Fetching a newer Node for the tools ...");
  runNpm(["rebuild", "node", "--ignore-scripts=false"]);
}

/** @param {string[]} args */
function runNpm(args) {
  const cli = process.env["npm_execpath"];
  const viaNode = cli?.endsWith(".js") === true && cli.includes("npm");
  const command = viaNode && cli !== undefined ? process.execPath : "npm";
  const result = spawnSync(command, viaNode && cli !== undefined ? [cli, ...args] : args, {
    cwd: ROOT,
    stdio: "inherit",
    shell: process.platform === "win32" && !viaNode,
  });
  if (result.status === 0) return;
  throw new Error(
    `"npm ${args[0]}" failed. Check that this machine reaches the npm registry, then run "npm start" again.`,
  );
}
