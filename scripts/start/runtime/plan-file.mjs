/** The plan of a built Worker: the runtime's configuration without what differs from start to start. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../paths.mjs";
import { runTool } from "../run-tool.mjs";
import { moveIntoPlace } from "../worker/build.mjs";

export const PLAN_FILE = "plan.json";
/** Stand at the beginning of paths in a plan. */
export const STATE = "@state";
export const THIS_CHECKOUT = "@checkout/";

/**
 * Makes the plan if it is not there. Throws an Error with the words of whoever fails.
 * @param {{worker: string, web: string}} built the Worker's folder, and a digest of the web app, whose files a plan lists
 * @returns {Promise<string>} a folder that never changes
 */
export async function ensurePlan({ worker, web }) {
  const plans = path.join(worker, "runtime");
  const name = web.slice(0, 16);
  const folder = path.join(plans, name);
  if (existsSync(folder)) return folder;
  for (const old of existsSync(plans) ? readdirSync(plans) : [])
    if (!old.startsWith(name)) rmSync(path.join(plans, old), { recursive: true, force: true });
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  const problem = "The runtime's configuration could not be made";
  await runTool({ tool: "plan", args: [worker, making], env: process.env, problem });
  moveIntoPlace(making, folder);
  return folder;
}

/**
 * The plan with the paths of this machine.
 * @param {string} folder
 * @param {string} v3 the folder of the state's databases
 * @returns {any}
 */
export function readPlan(folder, v3) {
  return JSON.parse(readFileSync(path.join(folder, PLAN_FILE), "utf8"), (_key, value) => {
    if (typeof value !== "string") return value;
    if (value.startsWith(STATE)) return value.replace(STATE, v3);
    return value.startsWith(THIS_CHECKOUT) ? value.replace(THIS_CHECKOUT, ROOT) : value;
  });
}
