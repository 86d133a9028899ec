/** Sums of test results. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../start/paths.mjs";

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures what failed, each with the beginning of its reason
 */

/** @type {Tally} */
export const NONE = { passed: 0, failed: 0, failures: [] };

/** Lines of a reason that the sum repeats; the rest is in the suite's output. */
const REASON_LINES = 12;

/**
 * @param {Tally} a
 * @param {Tally} b
 * @returns {Tally}
 */
export function add(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    failures: [...a.failures, ...b.failures],
  };
}

/**
 * One line per run of a suite: its duration and its outcome.
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
 * Reads a vitest JSON report. A file that could not be loaded has no tests, yet counts as a failure; so does a run that
 * failed and reported nothing.
 * @param {string} file
 * @param {boolean} succeeded whether vitest ended well
 * @returns {Tally}
 */
export function readTally(file, succeeded) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  const tally = report === undefined ? NONE : tallyOf(report);
  if (succeeded || tally.failed > 0) return tally;
  return add(tally, { passed: 0, failed: 1, failures: ["The run failed and reported no test that did."] });
}

/**
 * @typedef {{status: string, title?: string, ancestorTitles?: string[], failureMessages?: string[]}} Assertion
 * @typedef {{name?: string, status: string, message?: string, assertionResults: Assertion[]}} FileResult
 * @param {{numPassedTests: number, numFailedTests: number, testResults: FileResult[]}} report
 * @returns {Tally}
 */
export function tallyOf(report) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    failures: [...report.testResults.flatMap(failedTests), ...unloaded.map(unloadedFile)],
  };
}

/** @param {FileResult} file */
function failedTests({ name, assertionResults }) {
  return assertionResults
    .filter(({ status }) => status === "failed")
    .map(({ ancestorTitles = [], title = "", failureMessages = [] }) =>
      failure([nameOf(name), ...ancestorTitles, title].join(" > "), failureMessages.join("\n")),
    );
}

/** @param {FileResult} file */
function unloadedFile({ name, message = "" }) {
  return failure(`${nameOf(name)} could not be loaded`, message);
}

/** @param {string} [name] */
function nameOf(name = "") {
  return path.relative(ROOT, name);
}

/**
 * @param {string} title
 * @param {string} reason
 */
function failure(title, reason) {
  const lines = reason.trim().split("\n").slice(0, REASON_LINES);
  return [title, ...lines.map((line) => `    ${line}`)].join("\n");
}
