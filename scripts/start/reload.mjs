/**
 * Applies changed settings at once, and under wrangler changed sources and a changed wrangler.toml too. It watches only the files
 * that it was given.
 */
import { existsSync, readFileSync, watchFile } from "node:fs";
import path from "node:path";
import { WRANGLER_TOML, writeDevConfigs } from "./dev-config.mjs";
import { onceChanged } from "./worker/changes.mjs";

const LOOK_EVERY_MS = 1000;

/**
 * Calls back when the settings file has another text. Runs until the process ends.
 * @param {string} varsFile
 * @param {() => void} changed
 */
export function onSettingsChange(varsFile, changed) {
  onChange(varsFile, () => {
    console.log(`${path.basename(varsFile)} has changed: reloading`);
    try {
      changed();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  });
}

/**
 * Tells wrangler of changed settings and sources. Runs until the process ends.
 * @param {import("./settings.mjs").StartSettings} settings
 * @param {{folder: string, sources: ReadonlyMap<string, string>} | undefined} worker as it was built, of these
 */
export function reloadSources(settings, worker) {
  let built = worker?.folder;
  const again = (/** @type {string} */ file) => reload(file, { ...settings, built });
  const fromSources = (/** @type {string} */ file) => {
    // From here on wrangler has the sources: it bundles them, and again after each change.
    built = undefined;
    return again(file);
  };
  onChange(settings.varsFile, () => again(settings.varsFile));
  onChange(WRANGLER_TOML, () => fromSources(WRANGLER_TOML));
  if (worker !== undefined) onceChanged(worker.sources, fromSources);
}

/**
 * @param {string} file
 * @param {import("./settings.mjs").StartSettings & {built: string | undefined}} settings
 */
async function reload(file, settings) {
  console.log(`${path.basename(file)} has changed: reloading`);
  try {
    // Rewriting the configuration makes wrangler read everything again.
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
    // An editor may save by removing and writing again: in between there is nothing to apply.
    if (now === known || now === "") return;
    known = now;
    changed();
  });
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
