/** Runs checks two at a time and reports each when it ends. All are run, even when one fails. */
import { colours } from "../../src/cli/terminal/colours.mjs";

const { green, red, dim } = colours(process.stdout);
/** Checks at once: as many as share two cores well. */
const WIDTH = 2;
const SHOWN_LINES = 80;

/**
 * @param {readonly import("./checks.mjs").Check[]} checks
 * @returns {Promise<boolean>} whether all of them passed
 */
export async function runChecks(checks) {
  const queue = [...checks];
  let failures = 0;
  const worker = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      if (!(await passes(check))) failures++;
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  if (failures > 0) console.log(red(`${failures} of ${checks.length} checks failed`));
  return failures === 0;
}

/** @param {import("./checks.mjs").Check} check */
async function passes(check) {
  const began = Date.now();
  const problem = await check.run();
  const seconds = dim(`${((Date.now() - began) / 1000).toFixed(1)} s`);
  console.log(`${problem === undefined ? green("ok  ") : red("FAIL")} ${check.name} ${seconds}`);
  if (problem !== undefined) console.log(shorten(problem).replace(/^/gm, "     "));
  return problem === undefined;
}

/** @param {string} problem */
function shorten(problem) {
  const lines = problem.split("\n");
  if (lines.length <= SHOWN_LINES) return problem;
  return [...lines.slice(0, SHOWN_LINES), `... and ${lines.length - SHOWN_LINES} lines more`].join("\n");
}
