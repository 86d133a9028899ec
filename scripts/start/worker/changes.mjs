/**
 * Detects changed sources by polling: it also works where the system reports no change, as in folders that a container
 * shares with its host.
 */
import { statSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "../build-web.mjs";

const LOOK_EVERY_MS = 2_000;

/**
 * States of the files that exist now. A new file matters only once one of these imports it.
 * @param {string} root
 * @param {readonly string[]} paths relative to root
 * @returns {Map<string, string>}
 */
export function statesOf(root, paths) {
  const files = paths.flatMap((start) => filesBelow(root, start)).map((file) => path.join(root, file));
  return new Map(files.map((file) => [file, stateOf(file)]));
}

/**
 * The first file whose state differs now.
 * @param {ReadonlyMap<string, string>} states
 */
export function changedOf(states) {
  for (const [file, state] of states) if (stateOf(file) !== state) return file;
  return undefined;
}

/**
 * Calls back once, with the changed file, then stops. Two thousand files take 5 ms. Does not keep the process alive.
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
