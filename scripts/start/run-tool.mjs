/** Runs one of the project's tools to its end, silently. */
import { spawn } from "node:child_process";
import { ROOT, toolNode, toolScript } from "./paths.mjs";

/**
 * Throws an Error with `problem` and the tool's own words when it fails.
 * @param {{tool: string, args: string[], env: NodeJS.ProcessEnv, problem: string}} call
 * @returns {Promise<void>}
 */
export function runTool({ tool, args, env, problem }) {
  return new Promise((resolve, reject) => {
    const child = spawn(toolNode(), [toolScript(tool), ...args], {
      cwd: ROOT,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data) => {
        output += data;
      });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${problem}:\n${output.trim()}`));
    });
  });
}
