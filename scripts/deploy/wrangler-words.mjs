/** Picks the part of wrangler's output that is worth reading when it fails. */
import { stripVTControlCharacters } from "node:util";

/** Noise: a line for each file of the web app, where wrangler logs and where to report its faults, empty lines. */
const NOISE = [/^\s*\+ \//, /^\s*🪵/, /^\s*Logs were written to/, /^\s*If you think this is a bug/, /^\s*$/];
const MOST_LINES = 60;

/**
 * From the first error on; the whole output when it names none.
 * @param {string} output
 * @returns {string}
 */
export function worthReading(output) {
  const lines = stripVTControlCharacters(output).split("\n");
  const error = lines.findIndex((line) => line.includes("[ERROR]"));
  const told = lines.slice(Math.max(error, 0)).filter((line) => !NOISE.some((noise) => noise.test(line)));
  return told.slice(-MOST_LINES).join("\n");
}

/**
 * Throws an Error with the problem and wrangler's words when the run failed.
 * @param {Promise<import("./steps.mjs").Outcome>} run
 * @param {string} problem
 */
export async function must(run, problem) {
  const outcome = await run;
  if (outcome.ok) return outcome;
  const words = worthReading(outcome.output);
  throw new Error(words === "" ? problem : `${problem}\nwrangler says:\n${words}`);
}
