/** Runs wrangler with the person's own login. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT, toolNode, toolScript } from "../start/paths.mjs";

/** @type {import("./steps.mjs").Wrangler} */
export async function wrangler(args, { secrets, account, isAsking = false } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "nightjar-deploy-"));
  const report = path.join(folder, "told.jsonl");
  try {
    const env = { WRANGLER_OUTPUT_FILE_PATH: report, ...(account && { CLOUDFLARE_ACCOUNT_ID: account }) };
    const all = secrets === undefined ? args : [...args, "--secrets-file", secretsFile(folder, secrets)];
    const outcome = await run(all, { env, isAsking });
    return { ...outcome, targets: targetsIn(report) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * As JSON, since wrangler expands $NAME in files of other formats.
 * @param {string} folder
 * @param {Record<string, string>} secrets
 */
function secretsFile(folder, secrets) {
  const file = path.join(folder, "secrets.json");
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return file;
}

/**
 * The upload's addresses, which wrangler writes down for other programs.
 * @param {string} file
 * @returns {string[]}
 */
function targetsIn(file) {
  if (!existsSync(file)) return [];
  const notes = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return notes.flatMap((note) => JSON.parse(note).targets ?? []);
}

/**
 * @param {string[]} args
 * @param {{env: Record<string, string>, isAsking: boolean}} options one that asks has the terminal to itself
 * @returns {Promise<{ok: boolean, output: string, stdout: string}>}
 */
function run(args, { env, isAsking }) {
  const child = spawn(toolNode(), [toolScript("wrangler"), ...args], {
    cwd: ROOT,
    stdio: isAsking ? "inherit" : ["ignore", "pipe", "pipe"],
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", ...env },
  });
  let output = "";
  let stdout = "";
  child.stdout?.on("data", (/** @type {Buffer} */ data) => {
    output += data;
    stdout += data;
  });
  child.stderr?.on("data", (/** @type {Buffer} */ data) => {
    output += data;
  });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ok: false, output: error.message, stdout: "" }));
    child.once("close", (code) => resolve({ ok: code === 0, output, stdout }));
  });
}
