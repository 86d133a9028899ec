/** What of wrangler's output is worth reading when it fails. */
import { stripVTControlCharacters } from "node:util";

/** Each file of the web app has a line; wrangler says where it logs, and where its own faults may be told; lines of nothing. */
const NOISE = [/^\s*\+ \//, /^\s*🪵/, /^\s*Logs were written to/, /^\s*If you think this is a bug/, /^\s*$/];
const MOST_LINES = 60;

/**
 * From its first error on; all of it where it names none.
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
 * Throws an Error with the problem and wrangler's words when it failed.
 * @param {Promise<import("./steps.mjs").Outcome>} run
 * @param {string} problem
 */
export async function must(run, problem) {
  const outcome = await run;
  if (outcome.ok) return outcome;
  const words = worthReading(outcome.output);
  throw new Error(words === "" ? problem : `${problem}\nwrangler says:\n${words}`);
}
