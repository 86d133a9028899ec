/** What suites need besides the packages: made once, while others run already. */
import { ensureWebBuilt } from "../start/build-web.mjs";
import { ensureBundles } from "./bundles.mjs";
import { installChromium, requireChromium } from "./chromium.mjs";

/** What each suite needs. One that is not here needs nothing. */
const NEEDS = {
  check: ["web"],
  workers: ["web"],
  process: ["web", "bundles"],
  browser: ["web", "bundles", "chromium"],
};

/**
 * Begins what needs no package, before these are there. Resolves when it has ended; never rejects.
 * @param {readonly string[]} suites those that will run
 */
export async function prepareMachine(suites) {
  if (suites.some((suite) => needsOf(suite).includes("chromium"))) await installChromium();
}

/**
 * Begins what takes long. What comes of it resolves once all is there that a suite needs, and rejects with an Error that says
 * what to do.
 * @param {readonly string[]} suites those that will run
 * @param {Promise<void>} machine
 * @returns {(suite: string) => Promise<void>}
 */
export function prepare(suites, machine) {
  const isNeeded = (/** @type {string} */ what) => suites.some((suite) => needsOf(suite).includes(what));
  const web = isNeeded("web") ? ensureWebBuilt() : Promise.resolve();
  const bundles = isNeeded("bundles") ? ensureBundles() : Promise.resolve();
  // Whoever needs it hears of it.
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
