/** A changed settings file is taken up at once. wrangler watches its configuration but not this file. */
import { existsSync, readFileSync, utimesSync, watchFile } from "node:fs";
import path from "node:path";
import { ROOT } from "./paths.mjs";

const LOOK_EVERY_MS = 1000;

/**
 * Until the process ends.
 * @param {string} varsFile
 */
export function reloadOnChange(varsFile) {
  let known = readText(varsFile);
  watchFile(varsFile, { interval: LOOK_EVERY_MS, persistent: false }, () => {
    const now = readText(varsFile);
    // An editor may save by removing and writing again: in between there is nothing to take up.
    if (now === known || now === "") return;
    known = now;
    console.log(`${path.basename(varsFile)} has changed: reloading`);
    const time = new Date();
    // A new time on the configuration makes wrangler read everything again.
    utimesSync(path.join(ROOT, "wrangler.toml"), time, time);
  });
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
