/** Runs a command; its output is the problem when it fails. With `show`, the output is passed on as it comes too. */
import { spawn } from "node:child_process";
import { ROOT } from "../start/paths.mjs";

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, show?: boolean}} [options]
 * @returns {Promise<string | undefined>}
 */
export function run(command, args, { cwd = ROOT, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const collect = (/** @type {Buffer} */ data) => {
      output += data;
      if (show) process.stdout.write(data);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code) => resolve(code === 0 ? undefined : output.trim() || `exit code ${code}`));
  });
}
