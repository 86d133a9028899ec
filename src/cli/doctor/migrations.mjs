/** Whether the instance's database is that of this checkout. */
import { existsSync, readdirSync } from "node:fs";

/** @typedef {import("../../contract/instance/doctor.ts").FindingView} Finding */

/**
 * @param {string[]} applied names, in order
 * @param {string} folder of this checkout's migrations
 * @returns {Finding[]} none where there is no checkout
 */
export function compareMigrations(applied, folder) {
  if (!existsSync(folder)) return [];
  const about = { check: "migrations", title: "Form of the database" };
  const known = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const missing = known.filter((name) => !applied.includes(name)).sort();
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0) {
    const detail = `It is newer than this checkout (${newer.at(-1)}).`;
    return [{ ...about, state: "warning", detail, mend: "Update this checkout: git pull." }];
  }
  if (missing.length > 0) {
    const detail = `It lacks ${missing.length} migrations, from ${missing[0]}.`;
    return [{ ...about, state: "warning", detail, mend: "Start or deploy this version: both apply them." }];
  }
  return [{ ...about, state: "ok", detail: `All ${known.length} migrations are applied.`, mend: null }];
}
