/** A file of over 400 lines holds more than one idea. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../start/paths.mjs";

const LIMIT = 400;
const CODE = /\.(ts|mjs|js|svelte|css)$/;

/** @returns {Promise<string | undefined>} */
export async function checkFileLengths() {
  const long = sourceFiles()
    .map((file) => ({ file, lines: readFileSync(path.join(ROOT, file), "utf8").split("\n").length - 1 }))
    .filter(({ lines }) => lines > LIMIT);
  if (long.length === 0) return undefined;
  return long
    .map(({ file, lines }) => `${file} has ${lines} lines, over ${LIMIT}: split it by idea`)
    .join("\n");
}

/** What git knows or would add, so that built and installed files don't count. */
function sourceFiles() {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return [...new Set(stdout.split("\n"))].filter((file) => CODE.test(file) && existsOnDisk(file));
}

/** @param {string} file */
function existsOnDisk(file) {
  try {
    readFileSync(path.join(ROOT, file));
    return true;
  } catch {
    // Deleted, and not yet committed.
    return false;
  }
}
