#!/usr/bin/env node
/** The `nightjar` command: talks to a running instance over its HTTP API. Runs on Node 20. */
import { findInstance } from "./connection/instance.mjs";
import { colours } from "./terminal/colours.mjs";
import { CommandError, EXIT } from "./terminal/exit.mjs";

async function main() {
  const { runProgram, SECTIONS } = await load();
  const surroundings = { instance: () => findInstance(process.env, process.cwd()) };
  return runProgram(SECTIONS, process.argv.slice(2), { surroundings, show: console.log });
}

/** Missing packages are told in a sentence that says what to do. */
async function load() {
  try {
    const [program, list] = await Promise.all([
      import("./parser/program.mjs"),
      import("./commands/list.mjs"),
    ]);
    return { ...program, ...list };
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new CommandError('The packages are not installed. Run "npm ci" in the folder of Nightjar.');
  }
}

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(EXIT.ok);
});

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    const isKnown = error instanceof CommandError;
    console.error(colours(process.stderr).red(isKnown ? error.message : String(error?.stack ?? error)));
    process.exitCode = isKnown ? error.exitCode : EXIT.failed;
  },
);
