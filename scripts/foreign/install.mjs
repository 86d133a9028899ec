/** Packages that a tool needs now and then: installed below .cache, so that `npm ci` does without them. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CACHE } from "../start/paths.mjs";

/**
 * Installs the packages without running their scripts, unless they are there in these versions. Throws when npm fails.
 * @param {string} name of the folder
 * @param {Record<string, string>} dependencies their versions by name
 * @returns {string} the folder, with `node_modules` in it
 */
export function installForeign(name, dependencies) {
  const folder = path.join(CACHE, name);
  const file = path.join(folder, "package.json");
  const wanted = JSON.stringify({ name, private: true, dependencies });
  const isThere = existsSync(path.join(folder, "node_modules/.package-lock.json"));
  if (isThere && readFileSync(file, "utf8") === wanted) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, wanted);
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"];
  const { status } = spawnSync("npm", install, {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status === 0) return folder;
  throw new Error(
    `"npm install" failed in ${folder}. Check that this machine reaches the npm registry, then run it again.`,
  );
}
