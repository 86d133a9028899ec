/** Builds the web app when its sources have changed since the last build. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CACHE, ROOT } from "./paths.mjs";
import { runTool } from "./run-tool.mjs";

/** Sources of the bundle. Types that web/ imports from src/ leave no trace in it, constants do. */
const SOURCES = ["web", "vite.config.ts", "src/channels/web", "src/domain", "package-lock.json"];
/** Folders among the sources that a build, an install or a check creates. */
const MADE = new Set(["dist", "node_modules", ".svelte-check"]);
const STAMP = path.join(CACHE, "web-build");
const DIST = path.join(ROOT, "web/dist");

/**
 * Throws an Error with vite's own words when the build fails.
 * @returns {Promise<string>} a digest of the sources
 */
export async function ensureWebBuilt() {
  const now = hashOf(ROOT, SOURCES);
  if (existsSync(path.join(DIST, "index.html")) && readStamp() === now) return now;
  console.log("Building the web app ...");
  rmSync(STAMP, { force: true });
  await runVite();
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(STAMP, now);
  return now;
}

function readStamp() {
  return existsSync(STAMP) ? readFileSync(STAMP, "utf8") : undefined;
}

/**
 * A hash of the names and bytes of all files below the given paths.
 * @param {string} root
 * @param {string[]} paths relative to root
 */
export function hashOf(root, paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((start) => filesBelow(root, start)).sort()) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @param {string} start
 * @returns {string[]} relative to root
 */
export function filesBelow(root, start) {
  const full = path.join(root, start);
  if (!existsSync(full)) return [];
  const entries = readdirSafely(full);
  if (entries === undefined) return [start];
  return entries.flatMap((entry) => {
    if (MADE.has(entry.name)) return [];
    const child = path.posix.join(start, entry.name);
    return entry.isDirectory() ? filesBelow(root, child) : [child];
  });
}

/** @param {string} full */
function readdirSafely(full) {
  try {
    return readdirSync(full, { withFileTypes: true });
  } catch {
    // Not a folder: a file that the list itself names.
    return undefined;
  }
}

function runVite() {
  return runTool({
    tool: "vite",
    args: ["build", "--logLevel", "warn"],
    // Set regardless of who starts it: a build under NODE_ENV=test would be slow, and would be kept.
    env: { ...process.env, NODE_ENV: "production" },
    problem: "The web app did not build",
  });
}
