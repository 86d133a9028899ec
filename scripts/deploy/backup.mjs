/** Backup of a deployed instance, made and read back by the `nightjar` command. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { ROOT, toolNode } from "../start/paths.mjs";

const COMMAND = path.join(ROOT, "src/cli/main.mjs");
/** Backups that are kept. */
const KEEP = 10;

/**
 * @callback BackUp
 * @param {{url: string, token: string, place: string}} instance
 * @returns {Promise<string>} what was made, in a line; rejects when it is not there or can't be read
 */

/** @type {BackUp} */
export async function backUp({ url, token, place }) {
  if (!place.includes("://")) mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  const seal = process.env["NIGHTJAR_BACKUP_PASSPHRASE"] ? [] : ["--unsealed"];
  const env = { NIGHTJAR_URL: url, NIGHTJAR_TOKEN: token };
  const made = await run(["backup", place, ...seal, "--keep", String(KEEP)], env);
  await run(["backup", "check", place], env);
  return made.trim().split("\n").at(-1) ?? "";
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<string>} its output; rejects with its words when it fails
 */
function run(args, env) {
  const child = spawn(toolNode(), [COMMAND, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_USE_ENV_PROXY: "1", NO_COLOR: "1", ...env },
  });
  let [output, words] = ["", ""];
  child.stdout.on("data", (/** @type {Buffer} */ data) => {
    output += data;
  });
  child.stderr.on("data", (/** @type {Buffer} */ data) => {
    words = `${words}${data}`.slice(-4_000);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve(output) : reject(new Error(words.trim()))));
  });
}
