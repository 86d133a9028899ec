/** Makes the planned backups while the instance runs. */
import { ask } from "../running/ask.mjs";
import { makePlannedBackup } from "./make.mjs";
import { lastPlanned } from "./plan.mjs";

/** @typedef {import("./plan.mjs").BackupPlan} BackupPlan */
/** @typedef {import("./make.mjs").Backed} Backed */

const LOOK_MS = 60_000;
/** A machine that slept at the time makes it up, but not while its people wait for the first answer. */
const AFTER_START_MS = 5 * 60_000;
const AGAIN_AFTER_MS = 60 * 60_000;
const ASK_MS = 30_000;

/**
 * Looks each minute until the process ends: a timer over hours would stand still while the machine sleeps.
 * @param {BackupPlan | undefined} plan
 * @param {Backed} instance
 */
export function startBackups(plan, instance) {
  if (plan === undefined) return;
  const began = Date.now();
  let isBusy = false;
  /** Earliest moment of the next try after one that failed. */
  let notBefore = began + AFTER_START_MS;
  const timer = setInterval(async () => {
    const now = new Date();
    if (isBusy || now.getTime() < notBefore) return;
    isBusy = true;
    try {
      const newest = await newestBackup(instance);
      if (!isBackupDue(plan, { now, newest })) return;
      const isMade = await makePlannedBackup(plan, instance);
      if (!isMade) notBefore = Date.now() + AGAIN_AFTER_MS;
    } catch {
      // The server is restarting or stopping: the next minute will do.
    } finally {
      isBusy = false;
    }
  }, LOOK_MS);
  timer.unref();
}

/**
 * @param {BackupPlan} plan
 * @param {{now: Date, newest: number | undefined}} at `newest`: when the newest whole backup was made, in ms
 */
export function isBackupDue({ at }, { now, newest }) {
  return newest === undefined || newest < lastPlanned(at, now);
}

/**
 * Reports of the instance tell of backups that were made by hand, too.
 * @param {Backed} instance
 * @returns {Promise<number | undefined>}
 */
async function newestBackup({ url, token }) {
  const headers = { authorization: `Bearer ${token}` };
  const { status, body } = await ask(`${url}/api/v1/backups/reports?limit=200`, {
    headers,
    timeoutMs: ASK_MS,
  });
  if (status !== 200) throw new Error(`the reports answered ${status}`);
  /** @type {{items: {kind: string, is_ok: boolean, at: string}[]}} */
  const { items } = JSON.parse(body);
  const found = items.find(({ kind, is_ok }) => kind === "backup" && is_ok);
  return found && Date.parse(found.at);
}
