/** `nightjar drill`: restores a backup into an instance that is thrown away, and reports whether all was there. */
import { chosenBackup } from "../backups/make.mjs";
import { restoreBackup } from "../backups/restore.mjs";
import { Source } from "../backups/source.mjs";
import { withThrowAway } from "../backups/throw-away.mjs";
import { withArchive } from "../backups/with-archive.mjs";
import { command } from "../parser/command.mjs";
import { BACKUP } from "../parser/options.mjs";
import { EXIT } from "../terminal/exit.mjs";

/** @typedef {import("../connection/instance.mjs").Instance} Instance */

const SHOWN = 10;

export const drill = command({
  name: "drill",
  summary: "restores a backup on trial, and says whether all is there",
  args: "<place>",
  options: { backup: BACKUP },
  details: `Starts an instance of this checkout on another port with an empty state and secrets of its own, restores the backup into it, compares
everything and throws it away. It never sends anything or begins by itself. The running instance is told how it ended.`,
  run: ({ instance }, options) => tryRestore(instance(), options),
});

/**
 * @param {Instance} instance the running one, which is told
 * @param {{words: string[], backup: string | undefined, json: boolean}} options
 * @returns {Promise<number>} the exit code
 */
async function tryRestore(instance, options) {
  const [place = ""] = options.words;
  const began = Date.now();
  return withArchive(place, { unsealed: false, isNew: false }, async (archive) => {
    const { name, manifest } = await chosenBackup(archive, options.backup);
    const say = (/** @type {string} */ line) => console.error(line);
    say("Starting an instance to restore into ...");
    const { problems, ...done } = await withThrowAway((there) =>
      restoreBackup({ source: new Source(there), archive, manifest, say, isTrial: true }),
    );
    const isOk = problems.length === 0;
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    const summary = isOk
      ? `${done.rows} rows, ${done.objects} files and records, ${done.conversations} conversations are all there, after ${seconds} s`
      : problems.slice(0, SHOWN).join(" ").slice(0, 2_000);
    await tell(instance, { kind: "drill", is_ok: isOk, place: place.slice(-400), summary });
    if (options.json) console.log(JSON.stringify({ backup: name, ...done, problems }));
    else if (isOk) console.log(`${name}: ${summary}.`);
    else console.error(["The backup is not whole:", ...problems.slice(0, SHOWN)].join("\n  "));
    return isOk ? EXIT.ok : EXIT.failed;
  });
}

/**
 * An instance that is gone is no reason to hide how the drill ended.
 * @param {Instance} instance
 * @param {object} report
 */
async function tell(instance, report) {
  await new Source(instance).ask("POST /backups/reports", report).catch((error) => {
    console.error(`The running instance was not told: ${error instanceof Error ? error.message : error}`);
  });
}
