/** Copies the state before code that stores in other forms opens it. */
import { spawnSync } from "node:child_process";
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { toolNode } from "../paths.mjs";
import { formsOfCode, formsOfState, hasState } from "./forms.mjs";

const CHECK = fileURLToPath(new URL("./check.mjs", import.meta.url));
/** Snapshots that are kept. */
const KEEP = 3;

/**
 * Takes a snapshot where one is due. Throws an Error that says what to do where it can't.
 * @param {string} stateDir
 * @param {(line: string) => void} say
 * @returns {string | undefined} its folder
 */
export function ensureSnapshot(stateDir, say = console.log) {
  const before = formsOfState(stateDir);
  if (!hasState(stateDir) || before?.forms === formsOfCode().forms) return undefined;
  say("Copying the state before the update ...");
  const folder = takeSnapshot(stateDir, { version: before?.version ?? null, forms: before?.forms ?? null });
  for (const old of snapshotsOf(stateDir).slice(0, -KEEP))
    rmSync(path.join(snapshotsIn(stateDir), old), { recursive: true });
  return folder;
}

/**
 * A copy that can be read, or none.
 * @param {string} stateDir which nobody uses at this moment
 * @param {object} about
 */
export function takeSnapshot(stateDir, about) {
  const root = snapshotsIn(stateDir);
  const name = new Date().toISOString().replaceAll(":", "-");
  const [half, whole] = [path.join(root, `.${name}.part`), path.join(root, name)];
  mkdirSync(root, { recursive: true });
  removeHalves(root);
  requireSpace(stateDir, root);
  // A file system that shares blocks copies no bytes.
  cpSync(path.join(stateDir, "v3"), path.join(half, "v3"), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  });
  writeFileSync(
    path.join(half, "snapshot.json"),
    `${JSON.stringify({ ...about, at: new Date().toISOString() })}\n`,
  );
  requireReadable(half);
  renameSync(half, whole);
  return whole;
}

/** The folder of snapshots, in that of the state: beside it may be another disk, or no right to write. @param {string} stateDir */
export function snapshotsIn(stateDir) {
  return path.join(stateDir, "snapshots");
}

/**
 * @param {string} stateDir
 * @returns {string[]} their names, oldest first
 */
export function snapshotsOf(stateDir) {
  const root = snapshotsIn(stateDir);
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => /^\d{4}-/.test(name))
    .sort();
}

/** Removes the remains of copies that were broken off. @param {string} root */
function removeHalves(root) {
  for (const name of readdirSync(root))
    if (name.endsWith(".part")) rmSync(path.join(root, name), { recursive: true, force: true });
}

/**
 * @param {string} stateDir
 * @param {string} root
 */
function requireSpace(stateDir, root) {
  const { bavail, bsize } = statfsSync(root);
  const need = sizeOf(path.join(stateDir, "v3"));
  if (bavail * bsize > need * 1.1) return;
  throw new Error(
    `The copy of the state before the update needs ${megabytes(need)} MB, and ${megabytes(bavail * bsize)} MB are free. Make room, or remove old copies in ${root}.`,
  );
}

/** @param {string} folder */
function sizeOf(folder) {
  let sum = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) sum += statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size;
  return sum;
}

/** @param {number} bytes */
function megabytes(bytes) {
  return Math.ceil(bytes / 1_000_000);
}

/** @param {string} folder */
function requireReadable(folder) {
  const checked = spawnSync(toolNode(), ["--no-warnings", CHECK, folder], { encoding: "utf8" });
  if (checked.status === 0) return;
  throw new Error(
    `The copy of the state before the update can't be read, so nothing was changed:\n${checked.stderr.trim()}`,
  );
}
