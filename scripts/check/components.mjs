/**
 * Type-checks the web app with its components, and reports the Svelte compiler's warnings. Unused names are refused
 * too.
 */
import path from "node:path";
import { ROOT, toolNode } from "../start/paths.mjs";
import { run } from "./run.mjs";

const PACKAGES = path.join(import.meta.dirname, "typescript-for-svelte.cjs");
const SVELTE_CHECK = path.join(ROOT, "node_modules/svelte-check/dist/src/index.js");
const FLAGS = ["--incremental", "--tsgo", "--fail-on-warnings", "--output", "machine-verbose"];

/**
 * @typedef {object} Finding
 * @property {string} filename below the folder that is checked
 * @property {{line: number, character: number}} start counted from 0
 * @property {string} message
 * @property {string | number} code
 */

/**
 * Compiled results are cached in FOLDER/.svelte-check: the next run checks only what has changed.
 * @param {string} folder below the project, with the tsconfig.json that is for it: one elsewhere finds no component
 * @returns {Promise<string | undefined>}
 */
export async function checkComponents(folder) {
  const workspace = path.join(ROOT, folder);
  const where = ["--workspace", workspace, "--tsconfig", path.join(workspace, "tsconfig.json")];
  const output = await run(toolNode(), ["--require", PACKAGES, SVELTE_CHECK, ...where, ...FLAGS]);
  if (output === undefined) return undefined;
  const findings = output.split("\n").flatMap((line) => findingIn(line) ?? []);
  if (findings.length === 0) return output;
  return findings.map((finding) => describe(folder, finding)).join("\n");
}

/**
 * A line holds a time and the finding as JSON; lines about the run's begin and end have other words there.
 * @param {string} line
 * @returns {Finding | undefined}
 */
function findingIn(line) {
  const json = /^\d+ (\{.*\})$/.exec(line)?.[1];
  return json === undefined ? undefined : JSON.parse(json);
}

/**
 * @param {string} folder
 * @param {Finding} finding
 */
function describe(folder, { filename, start, message, code }) {
  const place = `${path.posix.join(folder, filename)}:${start.line + 1}:${start.character + 1}`;
  return `${place} ${typeof code === "number" ? `TS${code}` : code}: ${message}`;
}
