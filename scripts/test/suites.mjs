/** The suites, cheapest first. Those that start no instance share a vitest run, so that no core is idle. */
import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { CACHE, ROOT, toolNode, toolScript } from "../start/paths.mjs";
import { readTally } from "./tally.mjs";

const SHARED = ["unit", "contract", "chaos"];
export const SUITES = [...SHARED, "workers", "process", "browser"];

/**
 * @param {readonly string[]} suites
 * @returns {string[][]} what runs together, in order
 */
export function runsOf(suites) {
  const shared = suites.filter((suite) => SHARED.includes(suite));
  const alone = suites.filter((suite) => !SHARED.includes(suite)).map((suite) => [suite]);
  return shared.length > 0 ? [shared, ...alone] : alone;
}

/**
 * @param {readonly string[]} suites
 * @returns {Promise<import("./tally.mjs").Tally>}
 */
export async function runSuites(suites) {
  console.log(`\n== ${suites.join(", ")}`);
  const report = path.join(CACHE, "test", `${suites.join("-")}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  return readTally(report, await runVitest(suites, report));
}

/**
 * @param {readonly string[]} suites
 * @param {string} report
 * @returns {Promise<boolean>}
 */
function runVitest(suites, report) {
  const projects = suites.flatMap((suite) => ["--project", suite]);
  const args = ["run", ...projects, "--reporter", "default", "--reporter", "json"];
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
