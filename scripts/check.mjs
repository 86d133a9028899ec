#!/usr/bin/env node
import { colours } from "../src/cli/colours.mjs";
/** `npm run check`: format, lint, layering, types, dead code and size. All are run, also when one fails. */
import { checks } from "./check/checks.mjs";
import { ensureInstalled } from "./start/install.mjs";

const { green, red, dim } = colours(process.stdout);
/** As many at once as share two cores well. */
const WIDTH = 2;
const SHOWN_LINES = 80;

async function main() {
  ensureInstalled();
  const queue = [...checks];
  let failures = 0;
  const worker = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      const began = Date.now();
      const problem = await check.run();
      const seconds = dim(`${((Date.now() - began) / 1000).toFixed(1)} s`);
      console.log(`${problem === undefined ? green("ok  ") : red("FAIL")} ${check.name} ${seconds}`);
      if (problem === undefined) continue;
      failures++;
      console.log(shorten(problem).replace(/^/gm, "     "));
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  if (failures > 0) console.log(red(`${failures} of ${checks.length} checks failed`));
  process.exit(failures === 0 ? 0 : 1);
}

/** @param {string} problem */
function shorten(problem) {
  const lines = problem.split("\n");
  if (lines.length <= SHOWN_LINES) return problem;
  return [...lines.slice(0, SHOWN_LINES), `... and ${lines.length - SHOWN_LINES} lines more`].join("\n");
}

await main();
