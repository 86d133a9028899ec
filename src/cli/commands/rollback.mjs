/** `nightjar rollback`: brings the state back that was copied before an update, on the machine where it lies. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { command, flag } from "../parser/command.mjs";
import { CommandError } from "../terminal/exit.mjs";

const SCRIPT = fileURLToPath(new URL("../../../scripts/rollback.mjs", import.meta.url));

export const rollback = command({
  name: "rollback",
  summary: "brings back the state of before an update",
  args: "[name]",
  options: { list: flag("--list", "the copies there are") },
  details: `Before code that stores in other forms opens a state, "npm start" copies it. This brings the newest of these copies
back, or the named one, writes out what came since, and keeps the present state beside it. Stop the instance first.`,
  run: (_context, { words, list }) => rollBack(list ? ["--list"] : words),
});

/**
 * @param {string[]} given
 * @returns {Promise<number>} the exit code
 */
async function rollBack(given) {
  if (!existsSync(SCRIPT))
    throw new CommandError("Run this in the folder of the Nightjar whose state it is.");
  return new Promise((resolve) => {
    spawn(process.execPath, [SCRIPT, ...given], { stdio: "inherit" }).once("exit", (code) =>
      resolve(code ?? 1),
    );
  });
}
