/** Whether rows of an older database can be taken as they are: no migration since then may have changed any. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError } from "../terminal/exit.mjs";

const FOLDER = fileURLToPath(new URL("../../../d1-migrations", import.meta.url));
/** A statement that leaves rows as they are. */
const ADDS = /^(CREATE (UNIQUE )?(TABLE|INDEX|TRIGGER|VIEW)|ALTER TABLE \S+ ADD)\b/i;

/**
 * Throws a CommandError that names the migration which rows of the backup would miss.
 * @param {{version: string, migrations: string[]}} manifest
 * @param {string} [folder] of the migrations
 */
export function mustOnlyAdd({ version, migrations }, folder = FOLDER) {
  if (!existsSync(folder)) return;
  const known = new Set(migrations);
  const later = readdirSync(folder).filter((file) => file.endsWith(".sql") && !known.has(file));
  const changing = later.sort().find((file) => !onlyAdds(readFileSync(path.join(folder, file), "utf8")));
  if (changing === undefined) return;
  throw new CommandError(
    `Rows have changed their form since this backup (${changing}). Restore it with Nightjar ${version}, then update that instance.`,
  );
}

/** @param {string} sql */
function onlyAdds(sql) {
  const statements = sql
    .replace(/^\s*--.*$/gm, "")
    .split("--> statement-breakpoint")
    .map((statement) => statement.trim());
  return statements.every((statement) => statement === "" || ADDS.test(statement));
}
