/** Preparations that suites need besides the packages: made once, while other suites already run. */
import path from "node:path";
import { outputOf } from "../check/run.mjs";
import { ensureWebBuilt } from "../start/build-web.mjs";
import { ROOT, toolNode } from "../start/paths.mjs";
import { installChromium, requireChromium } from "./chromium.mjs";

const MAIN = path.join(ROOT, "test/support/process/bundles-main.ts");

/** Builds the Workers for tests of whole instances. Never rejects: if the build fails, the suites that need it try again, and say why. */
async function ensureBundles() {
  await outputOf(toolNode(), ["--experimental-strip-types", "--no-warnings", MAIN]);
}

/** Preparations by suite. A suite that is missing needs none. */
const NEEDS = {
  check: ["web"],
  workers: ["web"],
  process: ["web", "bundles"],
  browser: ["web", "bundles", "chromium"],
};

/**
 * Starts preparations that need no package, before packages are installed. Resolves when it has ended; never rejects.
 * @param {readonly string[]} suites those that will run
 */
export async function prepareMachine(suites) {
  if (suites.some((suite) => needsOf(suite).includes("chromium"))) await installChromium();
}

/**
 * Starts the long preparations. The returned function resolves once all that a suite needs is there, and rejects with
 * an Error that says what to do.
 * @param {readonly string[]} suites those that will run
 * @param {Promise<void>} machine
 * @returns {(suite: string) => Promise<void>}
 */
export function prepare(suites, machine) {
  const isNeeded = (/** @type {string} */ what) => suites.some((suite) => needsOf(suite).includes(what));
  const web = isNeeded("web") ? ensureWebBuilt() : Promise.resolve();
  const bundles = isNeeded("bundles") ? ensureBundles() : Promise.resolve();
  // The suites that need it get the rejection.
  web.catch(() => undefined);
  return async (suite) => {
    const needs = needsOf(suite);
    if (needs.includes("web")) await web;
    if (needs.includes("bundles")) await bundles;
    if (needs.includes("chromium")) await machine.then(requireChromium);
  };
}

/** @param {string} suite @returns {readonly string[]} */
function needsOf(suite) {
  return suite in NEEDS ? NEEDS[/** @type {keyof typeof NEEDS} */ (suite)] : [];
}
