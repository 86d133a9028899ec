/** `.dev.vars`: made with random secrets when missing; what is there is never changed. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { completeVars, parseVars } from "../../src/cli/vars-file.mjs";

const secret = () => randomBytes(32).toString("base64url");
const HEADER =
  "# Settings and secrets of this instance; .dev.vars.example lists them all. Keep this file private.\n";

/** The Worker takes none that is shorter. */
const SHORTEST_TOKEN = 16;

/**
 * Throws an Error that says what to mend when the Worker could not be talked to with these.
 * @param {string} file
 * @returns {Record<string, string>} the variables that the Worker will see
 */
export function ensureVars(file) {
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const { text, added } = completeVars(before || HEADER, { ADMIN_TOKEN: secret, SESSION_SECRET: secret });
  if (added > 0) writeFileSync(file, text, { mode: 0o600 });
  const vars = parseVars(text);
  if ((vars["ADMIN_TOKEN"] ?? "").length >= SHORTEST_TOKEN) return vars;
  throw new Error(
    `ADMIN_TOKEN is too short. Give it a value of at least ${SHORTEST_TOKEN} characters in ${path.basename(file)}, or delete its line there and start again.`,
  );
}
