#!/usr/bin/env node
/**
 * `npm test`: the check and every suite, on a fresh clone too. All run, also when one fails; the last line is the sum.
 * With arguments, only the suites named: `npm test unit workers`.
 */
import { fileURLToPath } from "node:url";
import { run } from "./check/run.mjs";
import { ensureWebBuilt } from "./start/build-web.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { ensureChromium } from "./test/chromium.mjs";
import { runSuites, runsOf, SUITES } from "./test/suites.mjs";
import { add, NONE } from "./test/tally.mjs";

const CHECK = fileURLToPath(new URL("./check.mjs", import.meta.url));

async function main() {
  const named = readSuites(process.argv.slice(2));
  ensureInstalled();
  await ensureWebBuilt();
  let total = NONE;
  if (named === undefined) total = add(total, await runCheck());
  for (const suites of runsOf(named ?? SUITES)) total = add(total, await runNamed(suites));
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0;
}

/** @param {string[]} suites */
async function runNamed(suites) {
  try {
    if (suites.includes("browser")) ensureChromium();
  } catch (error) {
    console.error(`\n== browser\n${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1 };
  }
  return runSuites(suites);
}

/** @param {string[]} args */
function readSuites(args) {
  const unknown = args.find((name) => !SUITES.includes(name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is no suite: give some of ${SUITES.join(", ")}.`);
  return args.length === 0 ? undefined : args;
}

/** The check counts as one. */
async function runCheck() {
  console.log("\n== check");
  const problem = await run(process.execPath, [CHECK], {
    show: true,
  });
  return problem === undefined ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

main().then(
  (isGreen) => process.exit(isGreen ? 0 : 1),
  (error) => {
    console.error(`\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  },
);
