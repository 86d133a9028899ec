/** One instance per state folder: two would write the same databases. A lock whose owner is dead does not count. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { whenFree } from "./port.mjs";
import { commandOf, isAlive, processesWith, signalAll, whenGone } from "./process-tree.mjs";
import { localUrl } from "./settings.mjs";
import { INSTANCE_VARIABLE } from "./wrangler/env.mjs";

const LOCK = "nightjar.lock";
const LEFTOVERS_MS = 5_000;

/**
 * Throws an Error that names the running instance. Ends processes that a killed start left running on this state.
 * @param {import("./settings.mjs").StartSettings} settings
 * @returns {Promise<() => void>} gives the lock back
 */
export async function lockState(settings) {
  const file = path.join(settings.stateDir, LOCK);
  tryWrite(settings.stateDir, () => makeFolder(settings.stateDir));
  const owner = readOwner(file);
  if (owner !== undefined && owner.pid !== process.pid && isStart(owner.pid)) {
    throw new Error(
      `Nightjar already runs on this state folder, at ${owner.url} (process ${owner.pid}). Stop it, or choose another: STATE_DIR=.wrangler/second PORT=${settings.port + 1} npm start`,
    );
  }
  await endLeftovers(settings.stateDir);
  // The lock is still there: the last start was killed.
  if (owner !== undefined) await whenFree(settings, LEFTOVERS_MS);
  tryWrite(settings.stateDir, () => writeOwner(settings));
  return () => {
    if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/**
 * Writes down whose the folder is, for its owner's eyes only: whoever knows the controls can use them.
 * @param {import("./settings.mjs").StartSettings} settings
 * @param {import("./keep-running.mjs").Controls} [controls] once they are known
 */
export function writeOwner(settings, controls) {
  const file = path.join(settings.stateDir, LOCK);
  writeFileSync(file, JSON.stringify({ pid: process.pid, url: localUrl(settings), controls }), {
    mode: 0o600,
  });
  chmodSync(file, 0o600);
}

/**
 * Throws an Error that says what is wrong with the folder when it can't be written.
 * @param {string} folder
 * @param {() => void} write
 */
function tryWrite(folder, write) {
  try {
    write();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const problem = PROBLEMS[code] ?? `can't be written (${code})`;
    throw new Error(
      `The state folder ${folder} ${problem}. Choose a folder that you may write: STATE_DIR=/path/to/folder npm start`,
      { cause: error },
    );
  }
}

/**
 * Creates its parents too. Does not use `recursive`, which retries for ever where no folder can be made, as in /proc.
 * @param {string} folder
 */
function makeFolder(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST" && statSync(folder).isDirectory()) return;
    const above = path.dirname(folder);
    if (code !== "ENOENT" || existsSync(above)) throw error;
    makeFolder(above);
    mkdirSync(folder);
  }
}

/** @type {Record<string, string>} */
const PROBLEMS = {
  EACCES: "may not be written by this account",
  EPERM: "may not be written by this account",
  EROFS: "is on a disk that is only to be read",
  ENOENT: "lies where no folder can be made",
  EEXIST: "is a file, not a folder",
  ENOTDIR: "lies below a file",
  ENOSPC: "is on a disk that is full",
};

/**
 * @param {string} file
 * @returns {{pid: number, url: string} | undefined}
 */
function readOwner(file) {
  if (!existsSync(file)) return undefined;
  try {
    const owner = JSON.parse(readFileSync(file, "utf8"));
    return Number.isInteger(owner?.pid) ? { pid: owner.pid, url: String(owner.url) } : undefined;
  } catch {
    // Half-written when the machine died: nobody holds it.
    return undefined;
  }
}

/** Process ids are reused: only a live `start.mjs` is an owner. */
function isStart(/** @type {number} */ pid) {
  return isAlive(pid) && (commandOf(pid)?.includes("start.mjs") ?? true);
}

/**
 * Repeats until none is found: a process that is being killed may have started another, which holds the port.
 * @param {string} stateDir
 */
async function endLeftovers(stateDir) {
  const deadline = Date.now() + LEFTOVERS_MS;
  for (;;) {
    const leftovers = processesWith(INSTANCE_VARIABLE, stateDir);
    if (leftovers.length === 0 || Date.now() > deadline) return;
    signalAll(leftovers, "SIGKILL");
    await whenGone(leftovers, LEFTOVERS_MS);
  }
}
