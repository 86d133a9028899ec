/** Makes one planned backup, and the drill after it, by the command that people use. */
import { spawn } from "node:child_process";
import path from "node:path";
import { ROOT } from "../paths.mjs";
import { ask } from "../running/ask.mjs";

/** @typedef {import("./plan.mjs").BackupPlan} BackupPlan */
/** @typedef {{url: string, token: string | undefined, varsFile: string}} Backed the running instance */

const COMMAND = path.join(ROOT, "src/cli/main.mjs");
const LAST_WORDS = 1_000;
const REPORT_MS = 30_000;
/** A program that hangs must not be the end of all backups. */
const LONGEST_MS = 6 * 60 * 60_000;

/**
 * Never rejects: what went wrong stands in the instance's reports, which Settings and `nightjar doctor` show.
 * @param {BackupPlan} plan
 * @param {Backed} instance
 * @returns {Promise<boolean>} whether the backup was made, and came back in the drill
 */
export async function makePlannedBackup(plan, instance) {
  const unsealed = plan.isSealed ? [] : ["--unsealed"];
  const settings = plan.isSealed ? ["--settings", instance.varsFile] : [];
  const backup = ["backup", plan.place, "--keep", String(plan.keep), ...settings, ...unsealed];
  if (!(await runs("backup", backup, { plan, instance }))) return false;
  return !plan.isDrilled || runs("drill", ["drill", plan.place, ...unsealed], { plan, instance });
}

/**
 * @param {"backup" | "drill"} kind
 * @param {string[]} words
 * @param {{plan: BackupPlan, instance: Backed}} of
 */
async function runs(kind, words, { plan, instance }) {
  const { code, said } = await command(words, {
    ...plan.env,
    NIGHTJAR_URL: instance.url,
    NIGHTJAR_TOKEN: instance.token ?? "",
  });
  if (code === 0) return true;
  const summary = said.slice(-LAST_WORDS).trim() || `The command ended with exit code ${code}.`;
  console.error(`The planned ${kind} failed: ${summary}`);
  await report({ kind, is_ok: false, place: plan.place.slice(-400), summary }, instance);
  return false;
}

/**
 * @param {string[]} words
 * @param {Record<string, string>} env
 * @returns {Promise<{code: number | null, said: string}>}
 */
function command(words, env) {
  return new Promise((resolve) => {
    // Ends with the instance: the next start makes it up.
    const child = spawn(process.execPath, [COMMAND, ...words], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "pipe"],
      timeout: LONGEST_MS,
    });
    let said = "";
    child.stderr.on("data", (piece) => {
      said = (said + piece).slice(-LAST_WORDS);
    });
    child.once("error", (error) => resolve({ code: null, said: error.message }));
    const end = () => void child.kill();
    process.once("exit", end);
    child.once("close", (code) => {
      process.off("exit", end);
      resolve({ code, said });
    });
  });
}

/**
 * @param {object} report
 * @param {Backed} instance
 */
async function report(report, { url, token }) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify(report);
  await ask(`${url}/api/v1/backups/reports`, { method: "POST", headers, body, timeoutMs: REPORT_MS }).catch(
    () => undefined,
  );
}
