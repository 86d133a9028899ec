/** The folder for files that suites write: databases, states of instances, profiles of browsers. */
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * Files here are in memory, so that a database's commit waits for no disk. They outlive the processes that wrote them,
 * as all files do.
 */
const IN_MEMORY = "/dev/shm";
/** Many times what all suites use at once. */
const ROOM_BYTES = 4 * 2 ** 30;
const PREFIX = "nightjar-suites-";
/** No run takes this long. */
const LEFT_BEHIND_MS = 3 * 3_600_000;

/**
 * Creates a new folder. The caller removes it.
 * @param {{inMemory?: string, room?: number, now?: number}} [options]
 */
export function openScratch({ inMemory = IN_MEMORY, room = ROOM_BYTES, now = Date.now() } = {}) {
  const parent = hasRoom(inMemory, room) ? inMemory : os.tmpdir();
  for (const folder of leftIn(parent, now)) rmSync(folder, { recursive: true, force: true });
  return mkdtempSync(path.join(parent, PREFIX));
}

/**
 * Whether both the file system and the machine's memory have that much left.
 * @param {string} folder
 * @param {number} room
 */
function hasRoom(folder, room) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, os.freemem()) >= room;
  } catch {
    return false;
  }
}

/**
 * Folders of runs that were killed.
 * @param {string} parent
 * @param {number} now
 */
function leftIn(parent, now) {
  return readdirSync(parent)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => path.join(parent, name))
    .filter((folder) => now - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now) > LEFT_BEHIND_MS);
}
