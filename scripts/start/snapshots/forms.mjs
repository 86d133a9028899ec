/**
 * Forms in which the state is stored, as a digest of the record of all tables and migrations, and the note of the forms that
 * the state has.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../paths.mjs";

const RECORD = path.join(ROOT, "scripts/check/landed/record.json");
const NOTE = "nightjar.forms.json";

/** @typedef {{forms: string, version: string}} Forms */

/** @returns {Forms} those of this code */
export function formsOfCode() {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  return { forms: createHash("sha256").update(readFileSync(RECORD)).digest("hex").slice(0, 16), version };
}

/**
 * @param {string} stateDir
 * @returns {Forms | undefined} undefined: nobody has noted them
 */
export function formsOfState(stateDir) {
  try {
    return JSON.parse(readFileSync(path.join(stateDir, NOTE), "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} stateDir
 * @param {{forms: string | null, version: string | null}} [now] those of this code, unless said otherwise
 */
export function noteForms(stateDir, now = formsOfCode()) {
  if (formsOfState(stateDir)?.forms === now.forms) return;
  writeFileSync(path.join(stateDir, NOTE), `${JSON.stringify(now)}\n`);
}

/** Tells whether the folder holds a state. @param {string} stateDir */
export function hasState(stateDir) {
  const database = path.join(stateDir, "v3/d1/miniflare-D1DatabaseObject");
  return existsSync(database) && readdirSync(database).some((name) => name.endsWith(".sqlite"));
}
