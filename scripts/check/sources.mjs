/** Files that git tracks or would add: built and installed files don't count. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../start/paths.mjs";

/**
 * The files that exist: a deletion that is not yet committed is left out.
 * @param {string[]} [folders] all of the repository when none are named
 * @returns {string[]} paths from the root
 */
export function filesIn(folders = []) {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...folders], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return [...new Set(stdout.split("\n"))].filter((file) => file !== "" && existsSync(path.join(ROOT, file)));
}

/** @param {string} file */
export function textOf(file) {
  return readFileSync(path.join(ROOT, file), "utf8");
}
