/** Changed settings and a changed wrangler.toml are taken up at once. wrangler watches what it was given, and no more. */
import { existsSync, readFileSync, watchFile } from "node:fs";
import path from "node:path";
import { WRANGLER_TOML, writeDevConfigs } from "./dev-config.mjs";

const LOOK_EVERY_MS = 1000;

/**
 * Until the process ends.
 * @param {import("./settings.mjs").StartSettings} settings
 */
export function reloadOnChange(settings) {
  for (const file of [settings.varsFile, WRANGLER_TOML]) onChange(file, () => reload(file, settings));
}

/**
 * @param {string} file
 * @param {import("./settings.mjs").StartSettings} settings
 */
async function reload(file, settings) {
  console.log(`${path.basename(file)} has changed: reloading`);
  try {
    // Written anew, the configuration makes wrangler read everything again.
    await writeDevConfigs(settings);
  } catch (error) {
    console.error(`${path.basename(file)} can't be used: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * @param {string} file
 * @param {() => void} changed
 */
function onChange(file, changed) {
  let known = readText(file);
  watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, () => {
    const now = readText(file);
    // An editor may save by removing and writing again: in between there is nothing to take up.
    if (now === known || now === "") return;
    known = now;
    changed();
  });
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
