/**
 * Prints what has come into a state since a time, as JSON, and copies the records of those conversations out. Needs node:sqlite, so it
 * runs in the packaged Node.
 *
 * Arguments: the state's folder `v3`, the time (ms since the epoch), the folder to copy to.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

const [v3 = "", since = "0", to = ""] = process.argv.slice(2);

const conversations = rowsOf(
  path.join(v3, "d1/miniflare-D1DatabaseObject"),
  "SELECT id, title, owner, updated_at FROM conversations WHERE updated_at > ? ORDER BY updated_at",
);
mkdirSync(to, { recursive: true });
writeFileSync(path.join(to, "conversations.json"), `${JSON.stringify(conversations, null, 2)}\n`);
const records = rowsOf(
  path.join(v3, "r2/miniflare-R2BucketObject"),
  "SELECT key, blob_id FROM _mf_objects WHERE uploaded > ? AND key LIKE 'trail/%'",
);
for (const { key, blob_id } of records) copyRecord(String(key), String(blob_id));
console.log(JSON.stringify({ conversations: conversations.length, records: records.length }));

/**
 * @param {string} folder
 * @param {string} query
 * @returns {Record<string, unknown>[]}
 */
function rowsOf(folder, query) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  return files.flatMap((file) => {
    const database = new DatabaseSync(path.join(folder, file));
    const rows = database.prepare(query).all(Number(since));
    database.close();
    return rows;
  });
}

/**
 * @param {string} key
 * @param {string} blob
 */
function copyRecord(key, blob) {
  const parts = key.split("/").map((part) => part.replace(/[^\w.-]/g, "_"));
  const target = path.join(to, ...parts);
  mkdirSync(path.dirname(target), { recursive: true });
  for (const bucket of readdirSync(path.join(v3, "r2"))) {
    const file = path.join(v3, "r2", bucket, "blobs", blob);
    if (existsSync(file)) copyFileSync(file, target);
  }
}
