/** Sums of test results. */
import { existsSync, readFileSync } from "node:fs";

/** @typedef {{passed: number, failed: number}} Tally */

/** @type {Tally} */
export const NONE = { passed: 0, failed: 0 };

/**
 * @param {Tally} a
 * @param {Tally} b
 * @returns {Tally}
 */
export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

/**
 * A line a run of a suite: how long it took, and what came of it.
 * @param {{run: string, tally: Tally, seconds: number}[]} results
 */
export function table(results) {
  return results
    .map(({ run, tally: { passed, failed }, seconds }) =>
      [run.padEnd(11), `${seconds.toFixed(1)} s`.padStart(8), `${passed} passed`.padStart(14)]
        .concat(failed === 0 ? [] : [`${failed} failed`])
        .join("  "),
    )
    .join("\n");
}

/**
 * What a vitest JSON report says. A file that could not even be loaded has no tests, yet is a failure; so is a run
 * that failed and reported nothing.
 * @param {string} file
 * @param {boolean} succeeded whether vitest ended well
 * @returns {Tally}
 */
export function readTally(file, succeeded) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  const tally = report === undefined ? NONE : tallyOf(report);
  return succeeded || tally.failed > 0 ? tally : add(tally, { passed: 0, failed: 1 });
}

/**
 * @param {{numPassedTests: number, numFailedTests: number, testResults: {status: string, assertionResults: unknown[]}[]}} report
 * @returns {Tally}
 */
export function tallyOf(report) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}
