/** The suites, and which run side by side. */
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { outputOf } from "../check/run.mjs";
import { CACHE, ROOT, toolNode, toolScript } from "../start/paths.mjs";
import { readTally } from "./tally.mjs";

const CHECK = path.join(ROOT, "scripts/check.mjs");

export const SUITES = ["check", "unit", "contract", "chaos", "workers", "process", "browser"];

/**
 * One stage after the other; the lanes of a stage side by side, the suites of a lane one after the other. `workers`
 * waits most of its time, and the first lane computes meanwhile; each lane of the second starts whole instances.
 */
const STAGES = [
  [["check", "unit", "contract", "chaos"], ["workers"]],
  [["process"], ["browser"]],
];

/**
 * @param {readonly string[]} wanted
 * @returns {string[][][]} stages of lanes, without what is not wanted
 */
export function stagesOf(wanted) {
  return STAGES.map((lanes) =>
    lanes
      .map((suites) => suites.filter((suite) => wanted.includes(suite)))
      .filter((suites) => suites.length > 0),
  ).filter((lanes) => lanes.length > 0);
}

/**
 * @typedef {object} Result
 * @property {string} suite
 * @property {import("./tally.mjs").Tally} tally
 * @property {number} seconds
 * @property {string} output
 */

/**
 * Never rejects.
 * @param {string} suite
 * @returns {Promise<Result>}
 */
export async function runSuite(suite) {
  const began = Date.now();
  const { tally, output } = await (suite === "check" ? runCheck() : runVitest(suite));
  return { suite, tally, seconds: (Date.now() - began) / 1000, output };
}

/** The check counts as one. */
async function runCheck() {
  const { code, output } = await outputOf(process.execPath, [CHECK]);
  const tally = code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return { tally, output };
}

/** @param {string} suite */
async function runVitest(suite) {
  const report = path.join(CACHE, "test", `${suite}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const args = ["run", "--project", suite, "--reporter", "default", "--reporter", "json"];
  args.push(`--outputFile.json=${report}`);
  const { code, output } = await outputOf(toolNode(), [toolScript("vitest"), ...args], { env: toolEnv() });
  return { tally: readTally(report, code === 0), output };
}

/** Tests start Node processes too: they must find the one that runs the tools. */
function toolEnv() {
  const bin = path.dirname(toolNode());
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}` };
}
