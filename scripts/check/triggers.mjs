/**
 * D1's endpoint for queries splits SQL by itself, and was seen to cut triggers: those over several lines, with several
 * statements, with a lower-case "begin", with another END. In a new migration a trigger must have the only form that it
 * accepts.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../start/paths.mjs";

const FOLDER = "d1-migrations";
/** These were applied before the rule, and `npm run deploy` sends them another way. */
const LANDED = new Set(["0002_memory_search.sql", "0007_memory_edits.sql"]);
const TRIGGER = /\bcreate\s+(?:temp(?:orary)?\s+)?trigger\s+(?:if\s+not\s+exists\s+)?([`"\w]+)[^\n]*/gi;
const SAFE = /^CREATE TRIGGER [^;]* BEGIN [^;]*; END;(?:--> statement-breakpoint)?\s*$/;
const OTHER_END = /\b(?:begin|case|end)\b/gi;

/** @returns {Promise<string | undefined>} */
export async function checkTriggers() {
  const files = readdirSync(path.join(ROOT, FOLDER)).filter(
    (name) => name.endsWith(".sql") && !LANDED.has(name),
  );
  const wrong = files.flatMap((file) => {
    const sql = readFileSync(path.join(ROOT, FOLDER, file), "utf8");
    return unsafeTriggers(sql).map((name) => `${FOLDER}/${file}: ${name}`);
  });
  if (wrong.length === 0) return undefined;
  return `${wrong.join("\n")}\nD1 may cut these triggers. Write each on one line, "CREATE TRIGGER ... BEGIN one statement; END;", without CASE; several statements are several triggers.`;
}

/**
 * @param {string} sql of a migration
 * @returns {string[]} names of the triggers that D1 may cut
 */
export function unsafeTriggers(sql) {
  return [...sql.matchAll(TRIGGER)]
    .filter(([line]) => !SAFE.test(line) || line.match(OTHER_END)?.length !== 2)
    .map(([, name]) => name ?? "");
}
