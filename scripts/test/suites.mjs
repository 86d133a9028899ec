/** The suites, cheapest first, each in a vitest run of its own. */
import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { CACHE, ROOT, toolNode, toolScript } from "../start/paths.mjs";
import { readTally } from "./tally.mjs";

export const SUITES = ["unit", "contract", "chaos", "workers", "process", "browser"];

/**
 * @param {string} suite
 * @returns {Promise<import("./tally.mjs").Tally>}
 */
export async function runSuite(suite) {
  console.log(`\n== ${suite}`);
  const report = path.join(CACHE, "test", `${suite}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  return readTally(report, await runVitest(suite, report));
}

/**
 * @param {string} suite
 * @param {string} report
 * @returns {Promise<boolean>}
 */
function runVitest(suite, report) {
  const args = ["run", "--project", suite, "--reporter", "default", "--reporter", "json"];
  args.push(`--outputFile.json=${report}`);
  const child = spawn(toolNode(), [toolScript("vitest"), ...args], {
    cwd: ROOT,
    stdio: "inherit",
    env: toolEnv(),
  });
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

/** Tests start Node processes too: they must find the one that runs the tools. */
function toolEnv() {
  const bin = path.dirname(toolNode());
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}` };
}
