/** Ways back that are prepared before a deployment changes the form of what is stored: a backup, and a bookmark of the database. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bookmarkNow } from "./database-history.mjs";
import { tagOf } from "./forms.mjs";

/** @typedef {import("./standing.mjs").Standing} Standing */

/**
 * @typedef {object} Safety
 * @property {import("./backup.mjs").BackUp | undefined} backUp undefined: no backup is wanted
 * @property {string} backupPlace
 * @property {string} folder what this machine keeps of the instance
 */

const NOTE = "before-update.json";

/**
 * Throws an Error that says what to do when the instance can't be backed up.
 * @param {import("./steps.mjs").Site} site
 * @param {Standing} standing
 * @param {Safety & {url: string | undefined, token: string}} options
 * @returns {Promise<string | undefined>} the bookmark of the database before the update
 */
export async function prepareWayBack({ api, step }, standing, options) {
  const { database, isChanging } = standing;
  if (!isChanging || database === undefined) return undefined;
  const noted = readNote(options.folder, standing);
  if (noted !== undefined) return noted;
  let bookmark = "";
  await step("Backup before the update", async () => {
    const made = await backUp(options);
    bookmark = await bookmarkNow(api, database);
    writeNote(options.folder, standing, bookmark);
    return made;
  });
  return bookmark;
}

/** @param {Safety & {url: string | undefined, token: string}} options */
async function backUp({ backUp, backupPlace: place, url, token }) {
  if (backUp === undefined) return "none was wanted; the database has a bookmark";
  try {
    if (url === undefined) throw new Error("Its address is unknown: wrangler.toml names none.");
    return `${await backUp({ url, token, place })} It can be read.`;
  } catch (error) {
    throw new Error(
      `The deployed instance could not be backed up, so nothing was changed: ${error instanceof Error ? error.message : error}\n` +
        "Mend that first. With --no-backup the update goes on without: then the database alone can be brought back.",
    );
  }
}

/**
 * The bookmark of an update that was broken off after its backup: the database may have changed since.
 * @param {string} folder
 * @param {Standing} standing
 * @returns {string | undefined}
 */
function readNote(folder, { running, wanted }) {
  try {
    const note = JSON.parse(readFileSync(path.join(folder, NOTE), "utf8"));
    return note.from === running?.id && note.to === tagOf(wanted) ? String(note.bookmark) : undefined;
  } catch {
    // No update was broken off here.
    return undefined;
  }
}

/**
 * @param {string} folder
 * @param {Standing} standing
 * @param {string} bookmark
 */
function writeNote(folder, { running, wanted }, bookmark) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const note = { from: running?.id, to: tagOf(wanted), bookmark, at: new Date().toISOString() };
  writeFileSync(path.join(folder, NOTE), `${JSON.stringify(note)}\n`);
}
