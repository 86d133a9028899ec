/** `.dev.vars`: made with random secrets when it is missing; existing lines are never changed. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { completeVars, parseVars, strayLines } from "../../src/cli/connection/vars-file.mjs";

const secret = () => randomBytes(32).toString("base64url");
const HEADER =
  "# Settings and secrets of this instance; .dev.vars.example lists them all. Keep this file private.\n";

/** The Worker refuses shorter ones. */
const SHORTEST_TOKEN = 16;

/**
 * Throws an Error that says what to mend when the Worker could not be called with these.
 * @param {string} file
 * @returns {Record<string, string>} the variables that the Worker will see
 */
export function ensureVars(file) {
  const before = existsSync(file) ? tryFile(file, () => readFileSync(file, "utf8")) : "";
  warnOfStrays(file, before);
  const { text, added } = completeVars(before || HEADER, { ADMIN_TOKEN: secret, SESSION_SECRET: secret });
  // Appended, so that the existing text stays the same to the byte, whatever its encoding.
  const addition = text.slice(before.length);
  if (added > 0) tryFile(file, () => writeFileSync(file, addition, { mode: 0o600, flag: "a" }));
  const vars = parseVars(text);
  if ((vars["ADMIN_TOKEN"] ?? "").length >= SHORTEST_TOKEN) return vars;
  throw new Error(
    `ADMIN_TOKEN is too short. Give it a value of at least ${SHORTEST_TOKEN} characters in ${path.basename(file)}, or delete its line there and start again.`,
  );
}

/**
 * @template T
 * @param {string} file
 * @param {() => T} use
 */
function tryFile(file, use) {
  try {
    return use();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new Error(`The settings file ${file} ${PROBLEMS[code] ?? `can't be used (${code})`}.`, {
      cause: error,
    });
  }
}

/** @type {Record<string, string>} */
const PROBLEMS = {
  EISDIR: "is a folder. Move it away, and a file is made in its place",
  EACCES: "may not be read and written by this account. Give it the right: chmod u+rw",
  EPERM: "may not be read and written by this account. Give it the right: chmod u+rw",
  EROFS: "is on a disk that is only to be read. Write ADMIN_TOKEN and SESSION_SECRET into it before",
  ENOENT: "can't be made, since its folder is not there. Make the folder, or name another file by VARS_FILE",
  ENOTDIR: "lies below a file. Name another one by VARS_FILE",
};

/**
 * Never quotes the line: it may be part of a secret.
 * @param {string} file
 * @param {string} text
 */
function warnOfStrays(file, text) {
  const [first, ...more] = strayLines(text);
  if (first === undefined) return;
  const others = more.length === 0 ? "" : `, and ${more.length} more,`;
  console.warn(
    `Line ${first}${others} of ${path.basename(file)} can't be read as NAME=value. Quotes have to be closed.`,
  );
}
