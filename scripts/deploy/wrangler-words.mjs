/** What of wrangler's output is worth reading when it fails. */

/** Each file of the web app has a line; wrangler says where it logs; lines of nothing. */
const NOISE = [/^\s*\+ \//, /^\s*🪵/, /^\s*Logs were written to/, /^\s*$/];
const MOST_LINES = 60;

/**
 * @param {string} output
 * @returns {string}
 */
export function worthReading(output) {
  const lines = output.split("\n").filter((line) => !NOISE.some((noise) => noise.test(line)));
  return lines.slice(-MOST_LINES).join("\n");
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
