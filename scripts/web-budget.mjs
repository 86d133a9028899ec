#!/usr/bin/env node
/** Checks the initial downloads of the chat page and of shared links against their budgets. Reads the manifests of the last build. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

const DIST = path.join(import.meta.dirname, "../web/dist");
const MANIFEST = path.join(DIST, ".vite/manifest.json");
/** The page itself, and its immediate imports. */
const ENTRIES = ["index.html", "app.ts"];
/** Bytes after gzip; 1 kB is 1000 of them. */
const BUDGET = { js: 115_800, css: 20_000 };
/** The page of shared links is built apart. */
const SHARED = {
  manifest: ".vite/shared.json",
  entries: ["shared.html", "shared/SharedPage.svelte"],
  budget: 80_000,
};

/** @typedef {{file: string, css?: string[], imports?: string[], isDynamicEntry?: boolean}} Chunk */

function main() {
  if (!existsSync(MANIFEST)) fail("There is no build to measure. Run `npx vite build` first.");
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
  const first = new Set(ENTRIES.flatMap((entry) => [...filesFrom(manifest, entry)]));
  const sums = { js: 0, css: 0 };
  for (const file of [...first, ...scriptsOfPage()]) {
    const kind = file.endsWith(".css") ? "css" : "js";
    sums[kind] += report(file);
  }
  console.log(row("JavaScript of the chat page", sums.js, BUDGET.js));
  console.log(row("CSS of the chat page", sums.css, BUDGET.css));
  const shared = sizeOfShared();
  console.log(row("JavaScript of a shared link", shared, SHARED.budget));
  console.log("\nLoaded when first needed:");
  for (const [name, chunk] of Object.entries(manifest)) {
    if (chunk.isDynamicEntry && !ENTRIES.includes(name)) reportLazy(manifest, name, first);
  }
  if (sums.js > BUDGET.js || sums.css > BUDGET.css || shared > SHARED.budget)
    fail("A page is over its budget: load what is big when it is first needed.");
}

/** @returns {number} */
function sizeOfShared() {
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(readFileSync(path.join(DIST, SHARED.manifest), "utf8"));
  const files = new Set(SHARED.entries.flatMap((entry) => [...filesFrom(manifest, entry)]));
  return [...files].filter((file) => file.endsWith(".js")).reduce((sum, file) => sum + sizeOf(file), 0);
}

/**
 * Every file that the entry loads by itself.
 * @param {Record<string, Chunk>} manifest
 * @param {string} entry
 * @param {Set<string>} [files]
 * @returns {Set<string>}
 */
function filesFrom(manifest, entry, files = new Set()) {
  const chunk = manifest[entry];
  if (chunk === undefined) fail(`The manifest has no ${entry}. Was the build cut short?`);
  else if (!files.has(chunk.file)) {
    files.add(chunk.file);
    for (const file of chunk.css ?? []) files.add(file);
    for (const name of chunk.imports ?? []) filesFrom(manifest, name, files);
  }
  return files;
}

/** Scripts that the page itself names, beside the bundle. */
function scriptsOfPage() {
  const page = readFileSync(path.join(DIST, "index.html"), "utf8");
  const named = [...page.matchAll(/<script src="\/([^"]+)"/g)].map(([, file]) => file ?? "");
  return named.filter((file) => !file.startsWith("assets/"));
}

/**
 * @param {Record<string, Chunk>} manifest
 * @param {string} name
 * @param {Set<string>} known
 */
function reportLazy(manifest, name, known) {
  const files = [...filesFrom(manifest, name)].filter((file) => !known.has(file));
  const size = files.reduce((sum, file) => sum + sizeOf(file), 0);
  console.log(`  ${path.basename(name).padEnd(34)} ${kilobytes(size)}`);
}

/** @param {string} file */
function report(file) {
  const size = sizeOf(file);
  console.log(`  ${file.padEnd(34)} ${kilobytes(size)}`);
  return size;
}

/** @param {string} file */
function sizeOf(file) {
  return gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length;
}

/** @param {string} name @param {number} size @param {number} budget */
function row(name, size, budget) {
  return `${size > budget ? "OVER" : "ok  "} ${name}: ${kilobytes(size).trim()} of ${kilobytes(budget).trim()}`;
}

/** @param {number} size */
function kilobytes(size) {
  return `${(size / 1000).toFixed(1).padStart(7)} kB`;
}

/** @param {string} problem @returns {never} */
function fail(problem) {
  console.error(problem);
  process.exit(1);
}

main();
