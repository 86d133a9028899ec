/** The exchange of the state for a copy of it, which a kill may interrupt at any point. */
import { constants, cpSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

/**
 * Puts a copy in the place of the state, which is kept.
 * @param {string} stateDir
 * @param {{copy: string, replaced: string}} folders `replaced`: where the state goes
 */
export function exchangeState(stateDir, { copy, replaced }) {
  const { state, fresh } = placesIn(stateDir);
  rmSync(fresh, { recursive: true, force: true });
  cpSync(copy, fresh, { recursive: true, mode: constants.COPYFILE_FICLONE });
  renameSync(state, replaced);
  renameSync(fresh, state);
}

/**
 * Ends an exchange that was killed between its two steps: without this a start would take the folder for a new one.
 * @param {string} stateDir
 */
export function finishRollback(stateDir) {
  const { state, fresh } = placesIn(stateDir);
  if (!existsSync(state) && existsSync(fresh)) renameSync(fresh, state);
}

/** @param {string} stateDir */
function placesIn(stateDir) {
  const state = path.join(stateDir, "v3");
  return { state, fresh: `${state}.part` };
}
