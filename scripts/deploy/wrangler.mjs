/** Runs wrangler with the person's own login. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT, toolNode, toolScript } from "../start/paths.mjs";

/** @type {import("./steps.mjs").Wrangler} */
export async function wrangler(args, { secrets, quiet = false } = {}) {
  if (secrets === undefined) return run(args, quiet);
  // JSON, since wrangler expands $NAME in files of other forms.
  const folder = mkdtempSync(path.join(tmpdir(), "nightjar-deploy-"));
  const file = path.join(folder, "secrets.json");
  try {
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
    return await run([...args, "--secrets-file", file], quiet);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string[]} args
 * @param {boolean} quiet
 * @returns {Promise<import("./steps.mjs").Outcome>}
 */
function run(args, quiet) {
  const child = spawn(toolNode(), [toolScript("wrangler"), ...args], {
    cwd: ROOT,
    stdio: ["inherit", "pipe", "pipe"],
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
  });
  let output = "";
  const collect = (/** @type {Buffer} */ data) => {
    output += data;
    if (!quiet) process.stdout.write(data);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ok: false, output: error.message }));
    child.once("close", (code) => resolve({ ok: code === 0, output }));
  });
}
