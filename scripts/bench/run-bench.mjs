/**
 * Builds everything that a benchmark measures, then runs it. Benchmarks are TypeScript, so they need a Node that runs
 * it.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { ensureWebBuilt } from "../start/build-web.mjs";
import { ensureInstalled } from "../start/install.mjs";
import { packagedNode, ROOT } from "../start/paths.mjs";

/**
 * Exits the process with the benchmark's exit code.
 * @param {string} file relative to the project
 */
export async function runBench(file) {
  try {
    ensureInstalled();
    await ensureWebBuilt();
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
  const args = ["--no-warnings", path.join(ROOT, file), ...process.argv.slice(2)];
  const { status } = spawnSync(packagedNode(), args, { cwd: ROOT, stdio: "inherit" });
  process.exit(status ?? 1);
}
