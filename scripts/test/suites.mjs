/** The suites, and which of them run side by side. */
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { outputOf } from "../check/run.mjs";
import { CACHE, ROOT, toolNode, toolScript } from "../start/paths.mjs";
import { NONE, readTally } from "./tally.mjs";

const CHECK = path.join(ROOT, "scripts/check.mjs");

export const SUITES = ["check", "unit", "contract", "chaos", "workers", "process", "browser"];

/**
 * The runs in starting order. A suite may run in parts, `workers 1/2`: most of them wait much of their time, and one
 * computes while others wait. The longest come first, so that none is left alone at the end; `unit`, `contract` and
 * `chaos` compute in one thread, so short runs and those with several processes come last. `contract` needs no build,
 * and gives the first part of `workers` time to prepare the modules that the second reuses.
 */
const RUNS = [
  "workers 1/2",
  "process",
  "browser 1/2",
  "contract",
  "workers 2/2",
  "unit",
  "browser 2/2",
  "check",
  "chaos",
];
/**
 * Runs side by side: with three, two cores had time left (a full run of 385 s computed 472 s, as far as that is
 * counted).
 */
export const LANES = 4;

/** @param {string} run */
export const suiteOf = (run) => run.split(" ")[0] ?? run;

/**
 * @param {readonly string[]} wanted suites
 * @returns {string[]} in the order in which they begin
 */
export function runsOf(wanted) {
  return RUNS.filter((run) => wanted.includes(suiteOf(run)));
}

/**
 * @typedef {object} Result
 * @property {string} run
 * @property {import("./tally.mjs").Tally} tally
 * @property {number} seconds
 * @property {string} output
 */

/**
 * Never rejects.
 * @param {string} run
 * @param {string} scratch folder for what its tests write
 * @returns {Promise<Result>}
 */
export async function runSuite(run, scratch) {
  const began = Date.now();
  const { tally, output } = await (run === "check" ? runCheck() : runVitest(run, scratch));
  return { run, tally, seconds: (Date.now() - began) / 1000, output };
}

/** Runs the check, which counts as a suite. */
async function runCheck() {
  const { code, output } = await outputOf(process.execPath, [CHECK]);
  const tally = code === 0 ? { ...NONE, passed: 1 } : { ...NONE, failed: 1, failures: ["check"] };
  return { tally, output };
}

/**
 * @param {string} run
 * @param {string} scratch
 */
async function runVitest(run, scratch) {
  const [suite = run, shard] = run.split(" ");
  const report = path.join(CACHE, "test", `${run.replace(/\W+/g, "-")}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const args = ["run", "--project", suite, "--reporter", "default", "--reporter", "json"];
  args.push(`--outputFile.json=${report}`);
  if (shard !== undefined) args.push(`--shard=${shard}`);
  const { code, output } = await outputOf(toolNode(), [toolScript("vitest"), ...args], {
    env: toolEnv(scratch),
  });
  return { tally: readTally(report, code === 0), output };
}

/**
 * Tests start Node processes too, which must find the Node that runs the tools.
 * @param {string} scratch
 */
function toolEnv(scratch) {
  const bin = path.dirname(toolNode());
  const PATH = `${bin}${path.delimiter}${process.env["PATH"] ?? ""}`;
  return { ...process.env, PATH, TMPDIR: scratch };
}
