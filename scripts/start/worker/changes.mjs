/** Notices changed sources, by looking: also where the system tells of no change, as in folders that a container shares with its host. */
import { statSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "../build-web.mjs";

const LOOK_EVERY_MS = 2_000;

/**
 * How the files stand that are there now. One that comes later is of no use before one of these imports it.
 * @param {string} root
 * @param {readonly string[]} paths relative to root
 * @returns {Map<string, string>}
 */
export function statesOf(root, paths) {
  const files = paths.flatMap((start) => filesBelow(root, start)).map((file) => path.join(root, file));
  return new Map(files.map((file) => [file, stateOf(file)]));
}

/**
 * The first that stands otherwise by now.
 * @param {ReadonlyMap<string, string>} states
 */
export function changedOf(states) {
  for (const [file, state] of states) if (stateOf(file) !== state) return file;
  return undefined;
}

/**
 * Calls back once, with the file that has changed, and looks no more. Two thousand files are looked at within 5 ms. Keeps no
 * process alive.
 * @param {ReadonlyMap<string, string>} states
 * @param {(file: string) => void} changed
 */
export function onceChanged(states, changed) {
  const timer = setInterval(() => {
    const file = changedOf(states);
    if (file === undefined) return;
    clearInterval(timer);
    changed(file);
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** @param {string} file */
function stateOf(file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? "gone" : `${stats.mtimeMs} ${stats.size}`;
}
