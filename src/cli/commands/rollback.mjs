/** `nightjar rollback`: brings the state back that was copied before an update, on the machine where it lies. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CommandError } from "../terminal/exit.mjs";

const SCRIPT = fileURLToPath(new URL("../../../scripts/rollback.mjs", import.meta.url));

/**
 * @param {import("../terminal/arguments.mjs").Options} options
 * @returns {Promise<number>} the exit code
 */
export async function rollback({ words, list }) {
  if (!existsSync(SCRIPT))
    throw new CommandError("Run this in the folder of the Nightjar whose state it is.");
  const args = [SCRIPT, ...(list ? ["--list"] : words)];
  return new Promise((resolve) => {
    spawn(process.execPath, args, { stdio: "inherit" }).once("exit", (code) => resolve(code ?? 1));
  });
}
