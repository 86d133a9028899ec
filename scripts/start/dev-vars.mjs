/** `.dev.vars`: made with random secrets when missing; what is there is never changed. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { completeVars, parseVars } from "../../src/cli/vars-file.mjs";

const secret = () => randomBytes(32).toString("base64url");
const HEADER =
  "# Settings and secrets of this instance; .dev.vars.example lists them all. Keep this file private.\n";

/**
 * @param {string} file
 * @returns {Record<string, string>} the variables that the Worker will see
 */
export function ensureVars(file) {
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const { text, added } = completeVars(before || HEADER, { ADMIN_TOKEN: secret, SESSION_SECRET: secret });
  if (added > 0) writeFileSync(file, text, { mode: 0o600 });
  return parseVars(text);
}
