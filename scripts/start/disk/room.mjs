/** Room on the disk of the state, and whether it may be written: in words, before a start touches anything, and while it runs. */
import { accessSync, constants, existsSync, readdirSync, statfsSync } from "node:fs";
import path from "node:path";

/** Bytes below which nothing is begun: a start builds, migrates, and copies the state before an update. */
const LEAST = 200e6;
/** Bytes below which the log says so. */
const LOW = 500e6;
/** Bytes at which it is over: more, or a value that moves about the bound would fill the log. */
const ENOUGH = 600e6;
const LOOK_MS = 3 * 60_000;

/**
 * @typedef {"enough" | "low" | "read_only"} Room
 *
 * @typedef {object} Disk
 * @property {(folder: string) => number} free bytes for this account; infinite where the file system does not tell
 * @property {(folder: string) => boolean} isWritable
 */

/** @type {Disk} */
const THIS_MACHINE = { free: freeBytes, isWritable };

/**
 * Throws an Error that says what to do where a start could not write what it has to; warns where little room is left.
 * @param {string} stateDir which exists
 * @param {Disk} [disk]
 * @param {(line: string) => void} [warn]
 */
export function requireRoom(stateDir, disk = THIS_MACHINE, warn = console.warn) {
  const shut = storageFolders(stateDir).find((folder) => !disk.isWritable(folder));
  if (shut !== undefined)
    throw new Error(
      `${shut} may not be written by this account, and nothing was touched. Give the account that runs Nightjar the rights to all of ${stateDir}, or check that its disk is not mounted read-only.`,
    );
  const free = disk.free(stateDir);
  if (free < LEAST)
    throw new Error(
      `The disk of ${stateDir} has ${megabytes(free)} MB free, and a start needs ${megabytes(LEAST)} MB. Nothing was touched. Make room on it, or move the folder to another disk and name it: STATE_DIR=/path/to/folder npm start`,
    );
  if (free < LOW) warn(lowWords(stateDir, free));
}

/**
 * Looks every few minutes until the process ends, and says once that room is short, and once that it is over.
 * @param {string} stateDir
 */
export function watchRoom(stateDir) {
  const look = roomWatcher(stateDir, THIS_MACHINE);
  // The start itself has said what it found.
  look(() => {});
  setInterval(() => look(console.warn), LOOK_MS).unref();
}

/**
 * @param {string} stateDir
 * @param {Disk} disk
 * @returns {(say: (line: string) => void) => void} looks, and says what has changed since the last look
 */
export function roomWatcher(stateDir, disk) {
  /** @type {Room} */
  let before = "enough";
  return (say) => {
    const free = disk.free(stateDir);
    const now = disk.isWritable(stateDir) ? roomOf(free, before) : "read_only";
    if (now === before) return;
    before = now;
    if (now === "enough")
      say(`The disk of ${stateDir} has room again: ${megabytes(free)} MB are free, and it may be written.`);
    else say(now === "low" ? lowWords(stateDir, free) : readOnlyWords(stateDir));
  };
}

/**
 * @param {number} free
 * @param {Room} before
 * @returns {Room}
 */
function roomOf(free, before) {
  return free < (before === "low" ? ENOUGH : LOW) ? "low" : "enough";
}

/**
 * @param {string} stateDir
 * @param {number} free
 */
function lowWords(stateDir, free) {
  return `The disk of ${stateDir} is nearly full: ${megabytes(free)} MB are free. Make room; on a full disk Nightjar keeps what it has, and refuses everything new.`;
}

/** @param {string} stateDir */
function readOnlyWords(stateDir) {
  return `${stateDir} can no longer be written: Nightjar keeps what it has, and refuses everything new. Check that its disk is well, and not mounted read-only.`;
}

/**
 * The state's folder and those in which the databases lie: another account, as root, may have made them.
 * @param {string} stateDir
 */
function storageFolders(stateDir) {
  const v3 = path.join(stateDir, "v3");
  if (!existsSync(v3)) return [stateDir];
  const kinds = readdirSync(v3).map((name) => path.join(v3, name));
  return [stateDir, v3, ...kinds];
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} folder */
function freeBytes(folder) {
  try {
    const { blocks, bavail, bsize } = statfsSync(folder);
    // Network file systems may report no size.
    return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** @param {number} bytes */
function megabytes(bytes) {
  return Math.floor(bytes / 1e6);
}
