/** State of a deployment: the version that answers, and the forms of what it stores. */
import { readdirSync } from "node:fs";
import { currentVersion } from "./deployments.mjs";
import { areSame, formsOfCode } from "./forms.mjs";
import { appliedMigrations } from "./migrations.mjs";
import { requireMissing } from "./resources.mjs";

/** @typedef {import("./resources.mjs").AccountApi} AccountApi */

/**
 * @typedef {object} Standing
 * @property {string | undefined} database its id
 * @property {number} pending migrations
 * @property {import("./deployments.mjs").Version | undefined} running
 * @property {import("./forms.mjs").Forms} wanted the forms of this code
 * @property {boolean} isChanging whether the deployment changes the form of what is stored
 */

/**
 * Changes nothing. Throws an Error when the deployed state is newer than this code.
 * @param {AccountApi} api
 * @param {{worker: string, database: string, migrations: string}} config
 * @returns {Promise<Standing>}
 */
export async function standingOf(api, config) {
  const running = await currentVersion(api, config.worker);
  const answer = await api(`/d1/database/${config.database}`);
  requireMissing(answer, `The database ${config.database}`);
  const database = answer.ok ? String(answer.result.uuid) : undefined;
  const applied = database === undefined ? new Set() : await appliedMigrations(api, database);
  const known = readdirSync(config.migrations).filter((name) => name.endsWith(".sql"));
  const wanted = formsOfCode(config.migrations);
  requireKnown(applied, { known, wanted, running });
  const pending = known.filter((name) => !applied.has(name)).length;
  const isChanging =
    running !== undefined && applied.size > 0 && (pending > 0 || !areSame(running.tagged, wanted));
  return { database, pending, running, wanted, isChanging };
}

/**
 * @param {ReadonlySet<string>} applied
 * @param {{known: string[], wanted: import("./forms.mjs").Forms, running: Standing["running"]}} here
 */
function requireKnown(applied, { known, wanted, running }) {
  const names = new Set(known);
  const newer = [...applied].sort().findLast((name) => !names.has(name));
  const conversations = running?.tagged?.conversations ?? 0;
  if (newer === undefined && conversations <= wanted.conversations) return;
  const what = newer ?? `conversations in form ${conversations}, and this code knows ${wanted.conversations}`;
  throw new Error(
    `The deployed state was written by a newer Nightjar (${what}). Nothing was touched. Update this checkout (npx nightjar update), or go back to the version before: npm run deploy -- --rollback`,
  );
}
