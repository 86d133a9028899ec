/** Checks of the machine that an instance runs on. Elsewhere there is nothing to check. */
import { accessSync, chmodSync, constants, existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseVars, strayLines } from "../connection/vars-file.mjs";

/** @typedef {import("../../contract/instance/doctor.ts").FindingView} Finding */

const LEAST_NODE = [20, 20];
const LEAST_FREE = 500_000_000;
const PRIVATE = 0o077;

/**
 * A folder of this package; it is there in a checkout alone.
 * @param {string} name
 */
export function packageFolder(name) {
  return fileURLToPath(new URL(`../../../${name}`, import.meta.url));
}

/**
 * @param {{fix: boolean, root?: string, env?: Record<string, string | undefined>}} how
 * @returns {Finding[]}
 */
export function findingsHere({ fix, root = packageFolder(""), env = process.env }) {
  const file = path.resolve(root, env["VARS_FILE"] || ".dev.vars");
  const state = path.resolve(root, env["STATE_DIR"] || ".wrangler/state");
  const found = [nodeVersion(process.versions.node)];
  if (!existsSync(path.join(root, "wrangler.toml"))) return found;
  found.push(...settingsFile(file, fix));
  if (existsSync(state)) found.push(disk(state));
  return found;
}

/**
 * @param {string} version
 * @returns {Finding}
 */
export function nodeVersion(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [needMajor = 0, needMinor = 0] = LEAST_NODE;
  const isEnough = major > needMajor || (major === needMajor && minor >= needMinor);
  const about = { check: "node", title: "Node" };
  if (isEnough) return { ...about, state: "ok", detail: `Version ${version}.`, mend: null };
  return {
    ...about,
    state: "problem",
    detail: `Version ${version} is too old.`,
    mend: "Install Node 22 or newer.",
  };
}

/**
 * @param {string} file
 * @param {boolean} fix
 * @returns {Finding[]}
 */
function settingsFile(file, fix) {
  const about = { check: "settings", title: "Settings file" };
  const name = path.basename(file);
  if (!existsSync(file))
    return [{ ...about, state: "off", detail: `${name} is made by the first npm start.`, mend: null }];
  const text = readFileSync(file, "utf8");
  const [stray] = strayLines(text);
  if (stray !== undefined) {
    const detail = `Line ${stray} of ${name} can't be read as NAME=value.`;
    return [{ ...about, state: "problem", detail, mend: "Correct that line." }];
  }
  return [
    {
      ...about,
      state: "ok",
      detail: `${name} sets ${Object.keys(parseVars(text)).length} values.`,
      mend: null,
    },
    ...(process.platform === "win32" ? [] : [privacy(file, fix)]),
  ];
}

/**
 * @param {string} file
 * @param {boolean} fix
 * @returns {Finding}
 */
function privacy(file, fix) {
  const about = { check: "settings_private", title: "Settings file" };
  if ((statSync(file).mode & PRIVATE) === 0)
    return { ...about, state: "ok", detail: "Nobody else on this machine can read it.", mend: null };
  if (!fix) {
    const mend = `Run chmod 600 ${path.basename(file)}, or this with --fix.`;
    return { ...about, state: "warning", detail: "Others on this machine can read it.", mend };
  }
  chmodSync(file, 0o600);
  return { ...about, state: "ok", detail: "Others could read it; now nobody else can.", mend: null };
}

/**
 * @param {string} folder
 * @returns {Finding}
 */
function disk(folder) {
  const about = { check: "disk", title: "Disk" };
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return {
      ...about,
      state: "problem",
      detail: `${folder} may not be written.`,
      mend: "Give the user that runs Nightjar the rights to it.",
    };
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const detail = `${(free / 1e9).toFixed(1)} GB are free.`;
  if (free > LEAST_FREE) return { ...about, state: "ok", detail, mend: null };
  return { ...about, state: "problem", detail, mend: "Make room: nothing can be kept on a full disk." };
}
