/** `nightjar backup`: makes a backup, lists and checks what is there. */
import { existsSync, readFileSync } from "node:fs";
import { blobsOf } from "../backups/archive/manifest.mjs";
import { makeBackup } from "../backups/make.mjs";
import { inPool } from "../backups/pool.mjs";
import { Source } from "../backups/source.mjs";
import { withArchive } from "../backups/with-archive.mjs";
import { command, count, flag, text } from "../parser/command.mjs";
import { CommandError, EXIT } from "../terminal/exit.mjs";

/** @typedef {import("../connection/instance.mjs").Instance} Instance */
/** @typedef {{settings: string | undefined, keep: number | undefined, unsealed: boolean, json: boolean}} Options */
/** @typedef {import("../backups/archive/archive.mjs").Archive} Archive */

const BLOBS_AT_ONCE = 8;

const UNSEALED = flag("--unsealed", "without a passphrase, and without the settings");

export const backup = command({
  name: "backup",
  summary: "copies the whole instance, while it runs",
  args: "<place>",
  options: {
    keep: count("--keep <number>", "removes all but the newest of that number afterwards"),
    settings: text(
      "--settings <file>",
      "the settings file that goes along, else the .dev.vars of an instance of this machine",
    ),
    unsealed: UNSEALED,
  },
  details: `PLACE is a folder, a file.tar, or s3://bucket/folder (with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and
S3_ENDPOINT). Only what has changed is added. NIGHTJAR_BACKUP_PASSPHRASE seals it; it is asked for otherwise.`,
  run: ({ instance }, { words: [place = ""], ...options }) =>
    withArchive(place, { ...options, isNew: true }, (archive) =>
      make(instance(), { ...options, place, archive }),
    ),
  commands: [
    command({
      name: "list",
      summary: "the backups there",
      args: "<place>",
      options: { unsealed: UNSEALED },
      run: (_context, { words: [place], ...options }) =>
        withArchive(place, { ...options, isNew: false }, (archive) => list(archive, options)),
    }),
    command({
      name: "check",
      summary: "reads all of them to the last byte",
      args: "<place>",
      options: { unsealed: UNSEALED },
      run: (_context, { words: [place], ...options }) =>
        withArchive(place, { ...options, isNew: false }, (archive) => check(archive, options)),
    }),
  ],
});

/**
 * @param {Instance} instance
 * @param {Options & {place: string, archive: Archive}} options
 */
async function make(instance, options) {
  const { archive, place } = options;
  const started = Date.now();
  const source = new Source(instance);
  const settings = settingsFor(instance, options);
  if (settings !== undefined && !archive.isSealed)
    say("The settings file is left out: this backup is not sealed.");
  const order = { source, archive, settings: archive.isSealed ? settings : undefined, say };
  const { name, manifest, fresh } = await makeBackup(order);
  const removed = options.keep === undefined ? [] : await archive.prune(options.keep, blobsOf);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const summary =
    `${rows} rows, ${manifest.objects.length} files and records (${fresh} new), ` +
    `${((Date.now() - started) / 1000).toFixed(1)} s`;
  await source.ask("POST /backups/reports", {
    kind: "backup",
    is_ok: true,
    place: shortened(place),
    summary,
  });
  if (options.json)
    console.log(JSON.stringify({ backup: name, rows, objects: manifest.objects.length, fresh, removed }));
  else console.log(`Backup ${name}: ${summary}.`);
  return EXIT.ok;
}

/**
 * @param {Archive} archive
 * @param {{json: boolean}} options
 */
async function list(archive, options) {
  const manifests = await Promise.all(
    (await archive.backups()).map(async (name) => ({ name, ...(await archive.manifest(name)) })),
  );
  const shown = manifests.map(({ name, made_at, version, url, tables, objects, settings }) => ({
    ...{ name, made_at, version, url, settings: settings !== null, objects: objects.length },
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
  }));
  if (options.json) console.log(JSON.stringify(shown));
  else if (shown.length === 0) console.log("No backup yet.");
  else
    for (const { name, rows, objects, url } of shown)
      console.log(`${name}  ${rows} rows, ${objects} files  ${url}`);
  return EXIT.ok;
}

/**
 * Reads everything that the backups need.
 * @param {Archive} archive
 * @param {{json: boolean}} options
 */
async function check(archive, options) {
  const names = await archive.backups();
  const blobs = new Set();
  for (const name of names) for (const blob of blobsOf(await archive.manifest(name))) blobs.add(blob);
  await inPool(blobs, BLOBS_AT_ONCE, async (blob) => void (await archive.get(blob)));
  if (options.json) console.log(JSON.stringify({ backups: names.length, blobs: blobs.size, is_ok: true }));
  else
    console.log(
      `${names.length} backups, ${blobs.size} parts: all can be read and are as they were written.`,
    );
  return EXIT.ok;
}

/**
 * The settings of the instance: the named file, or the one beside an instance of this machine.
 * @param {Instance} instance
 * @param {Options} options
 */
function settingsFor({ settings }, { settings: named }) {
  const file = named ?? settings;
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`, EXIT.usage);
  return readFileSync(file);
}

/** Progress goes beside the result. @param {string} line */
function say(line) {
  console.error(line);
}

/** @param {string} place */
function shortened(place) {
  return place.slice(-400);
}
