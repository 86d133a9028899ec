#!/usr/bin/env node
/**
 * `npm test`: the check and every suite, on a fresh clone too. All run, even when one fails; failures come last, and
 * the last line is the sum.
 * With arguments, only those named: `npm test unit workers`.
 */
import { rmSync } from "node:fs";
import { ensureInstalled } from "./start/install.mjs";
import { prepare, prepareMachine } from "./test/preparations.mjs";
import { openScratch } from "./test/scratch.mjs";
import { LANES, runSuite, runsOf, SUITES, suiteOf } from "./test/suites.mjs";
import { add, NONE, table } from "./test/tally.mjs";

async function main() {
  const wanted = readSuites(process.argv.slice(2));
  const machine = prepareMachine(wanted);
  ensureInstalled();
  const prepared = prepare(wanted, machine);
  const scratch = openScratch();
  /** @type {import("./test/suites.mjs").Result[]} */
  const results = [];
  const runs = runsOf(wanted);
  const ended = (/** @type {import("./test/suites.mjs").Result} */ result) => results.push(result);
  await Promise.all(Array.from({ length: LANES }, () => runLane(runs, { prepared, scratch, ended })));
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  const total = results.reduce((sum, { tally }) => add(sum, tally), NONE);
  console.log(`\n${[table(results), ...total.failures.map((failure) => `FAILED  ${failure}`)].join("\n\n")}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0;
}

/**
 * Takes one run after another from the list. A run's output is printed in one piece at its end: others run at the same
 * time.
 * @param {string[]} runs
 * @param {{
 *   prepared: (suite: string) => Promise<void>,
 *   scratch: string,
 *   ended: (result: import("./test/suites.mjs").Result) => void,
 * }} sides
 */
async function runLane(runs, { prepared, scratch, ended }) {
  for (let run = runs.shift(); run !== undefined; run = runs.shift()) {
    const result = await runPrepared(run, { prepared, scratch });
    console.log(`\n== ${run}\n${result.output.trim()}\n`);
    ended(result);
  }
}

/**
 * @param {string} run
 * @param {{prepared: (suite: string) => Promise<void>, scratch: string}} needs
 */
async function runPrepared(run, { prepared, scratch }) {
  try {
    await prepared(suiteOf(run));
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    return { run, tally: { ...NONE, failed: 1, failures: [output] }, seconds: 0, output };
  }
  console.log(`${run} has begun`);
  return runSuite(run, scratch);
}

/** @param {string[]} args */
function readSuites(args) {
  const unknown = args.find((name) => !SUITES.includes(name));
  if (unknown !== undefined) throw new Error(`"${unknown}" isn't a suite. Choose from ${SUITES.join(", ")}.`);
  return args.length === 0 ? SUITES : args;
}

main().then(
  (isGreen) => process.exit(isGreen ? 0 : 1),
  (error) => {
    console.error(`\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  },
);
