/** Opens the archive of a command, and asks for its passphrase where it needs one. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CommandError, EXIT } from "../terminal/exit.mjs";
import { openArchive } from "./archive/archive.mjs";
import { openPlace } from "./archive/place.mjs";

/** @typedef {import("./archive/archive.mjs").Archive} Archive */

const LEAST = 12;

/**
 * @template T
 * @param {string | undefined} name of the place
 * @param {{isNew: boolean, unsealed: boolean}} how `isNew`: an archive may be begun there
 * @param {(archive: Archive) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withArchive(name, { isNew, unsealed }, work) {
  const place = await openPlace(name, process.env);
  try {
    const archive = await openArchive(place.store, { isNew, passphrase: () => passphraseFor(unsealed) });
    const result = await work(archive);
    if (isNew) await place.finish();
    return result;
  } finally {
    await place.leave();
  }
}

/** @param {boolean} unsealed */
async function passphraseFor(unsealed) {
  if (unsealed) return undefined;
  const given = process.env["NIGHTJAR_BACKUP_PASSPHRASE"] || (await askFor("Passphrase of the backup: "));
  if (given === undefined)
    throw new CommandError(
      "Set NIGHTJAR_BACKUP_PASSPHRASE, which seals the backup. --unsealed makes one without, and without the settings.",
      EXIT.usage,
    );
  if (given.length < LEAST)
    throw new CommandError(`The passphrase needs at least ${LEAST} characters.`, EXIT.usage);
  return given;
}

/**
 * Asks at the terminal, without showing what is typed.
 * @param {string} question
 * @returns {Promise<string | undefined>} undefined where nobody can be asked
 */
async function askFor(question) {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
