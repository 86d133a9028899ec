/** Finds the instance to talk to: from the environment, else the one whose settings file is named there or is the nearest `.dev.vars`. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError, EXIT } from "../terminal/exit.mjs";
import { parseVars } from "./vars-file.mjs";

/**
 * @typedef {object} Instance
 * @property {string} url
 * @property {string} token
 * @property {string | undefined} [settings] its vars file, where it is an instance of this machine
 */

const PACKAGE = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Throws a CommandError when no token is found.
 * @param {Record<string, string | undefined>} env
 * @param {string} folder where to begin looking
 * @returns {Instance}
 */
export function findInstance(env, folder) {
  const { home, file } = namedSettings(env) ?? nearestSettings(folder) ?? {};
  const vars = file === undefined ? {} : parseVars(readFileSync(file, "utf8"));
  const url = env["NIGHTJAR_URL"] || urlOfRunning(home, env) || `http://127.0.0.1:${env["PORT"] || 8787}`;
  const token = env["NIGHTJAR_TOKEN"] || vars["ADMIN_TOKEN"];
  if (!URL.canParse(url)) {
    throw new CommandError(
      `NIGHTJAR_URL is "${url}": give an address such as http://127.0.0.1:8787.`,
      EXIT.usage,
    );
  }
  if (!token) throw new CommandError(NO_TOKEN, EXIT.usage);
  const isHere = env["NIGHTJAR_URL"] === undefined && file !== undefined;
  return { url: url.replace(/\/+$/, ""), token, ...(isHere && { settings: file }) };
}

const NO_TOKEN =
  "No token. Set NIGHTJAR_TOKEN (an API key, or the ADMIN_TOKEN of the instance), or run this in the folder of a Nightjar that has been started once.";

/** @typedef {{home: string, file: string}} Settings the folder of a Nightjar, and its settings file */

/**
 * The settings file that `npm start` was told, as in a container.
 * @param {Record<string, string | undefined>} env
 * @returns {Settings | undefined}
 */
function namedSettings(env) {
  const file = path.resolve(PACKAGE, env["VARS_FILE"] || ".dev.vars");
  return env["VARS_FILE"] && existsSync(file) ? { home: PACKAGE, file } : undefined;
}

/**
 * The nearest `.dev.vars`, from the given folder upward; else our own.
 * @param {string} folder
 * @returns {Settings | undefined}
 */
function nearestSettings(folder) {
  const candidates = [...upward(path.resolve(folder)), PACKAGE];
  return candidates
    .map((home) => ({ home, file: path.join(home, ".dev.vars") }))
    .find(({ file }) => existsSync(file));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function upward(folder) {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...upward(parent)];
}

/**
 * The address that a running `npm start` wrote down.
 * @param {string | undefined} home
 * @param {Record<string, string | undefined>} env
 */
function urlOfRunning(home, env) {
  if (home === undefined) return undefined;
  const file = path.join(path.resolve(home, env["STATE_DIR"] || ".wrangler/state"), "nightjar.lock");
  try {
    const { url } = JSON.parse(readFileSync(file, "utf8"));
    return typeof url === "string" ? url : undefined;
  } catch {
    // No instance runs there, or the file was cut off while it was written: use the usual address.
    return undefined;
  }
}
