/** Runs a command to its end. */
import { spawn } from "node:child_process";
import { ROOT } from "../start/paths.mjs";

/**
 * Resolves with its output when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string}} [options]
 * @returns {Promise<string | undefined>}
 */
export async function run(command, args, options) {
  const { code, output } = await outputOf(command, args, options);
  return code === 0 ? undefined : output.trim() || `exit code ${code}`;
}

/**
 * Its whole output, in order. Never rejects: a command that can't be started has the code 127.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
 * @returns {Promise<{code: number, output: string}>}
 */
export function outputOf(command, args, { cwd = ROOT, env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const collect = (/** @type {Buffer} */ data) => {
      output += data;
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", (error) => resolve({ code: 127, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
