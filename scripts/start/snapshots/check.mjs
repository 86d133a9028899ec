/** Opens each database of a copied state and reads it through. Needs node:sqlite, so it runs in the packaged Node. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

const folder = path.join(process.argv[2] ?? "", "v3");
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !entry.name.endsWith(".sqlite")) continue;
  const file = path.join(entry.parentPath, entry.name);
  const problem = problemOf(file);
  if (problem !== undefined) {
    console.error(`${path.relative(folder, file)}: ${problem}`);
    process.exitCode = 1;
  }
}

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function problemOf(file) {
  try {
    const database = new DatabaseSync(file, { readOnly: false });
    const [row] = database.prepare("PRAGMA quick_check(1)").all();
    database.close();
    const said = String(row?.["quick_check"]);
    return said === "ok" ? undefined : said;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
