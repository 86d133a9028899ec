/** `nightjar restore`: takes a backup over into an empty instance, or writes its settings file. */
import { existsSync, writeFileSync } from "node:fs";
import { chosenBackup } from "../backups/make.mjs";
import { restoreBackup } from "../backups/restore.mjs";
import { Source } from "../backups/source.mjs";
import { withArchive } from "../backups/with-archive.mjs";
import { command, text } from "../parser/command.mjs";
import { BACKUP } from "../parser/options.mjs";
import { CommandError, EXIT } from "../terminal/exit.mjs";

/** @typedef {import("../connection/instance.mjs").Instance} Instance */
/** @typedef {{words: string[], backup: string | undefined, settings: string | undefined, json: boolean}} Options */
/** @typedef {import("../backups/archive/archive.mjs").Archive} Archive */

const SHOWN = 10;

export const restore = command({
  name: "restore",
  summary: "takes a backup over into an empty instance",
  args: "<place>",
  options: {
    backup: BACKUP,
    settings: text(
      "--settings <file>",
      "writes the settings file of the backup there, and does nothing else",
    ),
  },
  details: "The instance has to be new and empty. Every row and file is compared afterwards.",
  run: ({ instance }, options) => restoreInto(instance, options),
});

/**
 * @param {() => Instance} find
 * @param {Options} options
 * @returns {Promise<number>} the exit code
 */
async function restoreInto(find, options) {
  const [place = ""] = options.words;
  return withArchive(place, { unsealed: false, isNew: false }, async (archive) => {
    const chosen = await chosenBackup(archive, options.backup);
    if (options.settings !== undefined)
      return writeSettings(archive, chosen.manifest.settings, options.settings);
    return takeOver(find(), { ...options, place, archive, ...chosen });
  });
}

/**
 * @param {Instance} instance
 * @param {Options & {place: string, archive: Archive, name: string, manifest: import("../backups/archive/manifest.mjs").Manifest}} options
 */
async function takeOver(instance, { place, archive, name, manifest, json }) {
  const source = new Source(instance);
  const say = (/** @type {string} */ line) => console.error(line);
  const { problems, ...done } = await restoreBackup({ source, archive, manifest, say });
  const isOk = problems.length === 0;
  const summary = isOk
    ? `${done.rows} rows, ${done.objects} files and records, ${done.conversations} conversations, each compared`
    : problems.slice(0, SHOWN).join(" ");
  await source.ask("POST /backups/reports", {
    kind: "restore",
    is_ok: isOk,
    place: place.slice(-400),
    summary,
  });
  if (json) console.log(JSON.stringify({ backup: name, ...done, problems }));
  else if (isOk) console.log(`Restored ${name}: ${summary}.`);
  else
    console.error(["What is there now differs from the backup:", ...problems.slice(0, SHOWN)].join("\n  "));
  return isOk ? EXIT.ok : EXIT.failed;
}

/**
 * @param {Archive} archive
 * @param {string | null} blob
 * @param {string} file
 */
async function writeSettings(archive, blob, file) {
  if (blob === null) throw new CommandError("This backup holds no settings: it was made without them.");
  if (existsSync(file))
    throw new CommandError(`${file} is there already. Move it away first, or name another file.`, EXIT.usage);
  writeFileSync(file, await archive.get(blob), { mode: 0o600, flag: "wx" });
  console.log(`Wrote ${file}. Start Nightjar with it, then run the restore without --settings.`);
  return EXIT.ok;
}
