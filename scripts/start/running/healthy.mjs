#!/usr/bin/env node
/**
 * Ends with 0 when the instance of this environment (PORT, VARS_FILE) answers out of its database, else with 1 and the reason: for
 * whoever watches over a container or a service.
 */
import { readFileSync } from "node:fs";
import { parseVars } from "../../../src/cli/connection/vars-file.mjs";
import { localUrl, readSettings } from "../settings.mjs";
import { ask } from "./ask.mjs";

const TIMEOUT_MS = 8_000;

async function problem() {
  const settings = readSettings(process.env);
  const token = parseVars(readFileSync(settings.varsFile, "utf8"))["ADMIN_TOKEN"] ?? "";
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await ask(`${localUrl(settings)}/api/v1/status`, { headers, timeoutMs: TIMEOUT_MS });
  return status === 200 ? undefined : `The status is answered with ${status}.`;
}

const said = await problem().catch((error) => (error instanceof Error ? error.message : String(error)));
if (said !== undefined) console.error(said);
process.exit(said === undefined ? 0 : 1);
