/**
 * Applies SQL to the local database, all or nothing, and makes the database where there is none: with miniflare alone, since
 * wrangler takes seconds to be read. A program, for the Node of the tools.
 *
 * Arguments: the folder of the state, a file with a JSON list of SQL texts.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parse } from "smol-toml";
import { WRANGLER_TOML } from "../dev-config.mjs";

const [stateDir = "", file = ""] = process.argv.slice(2);
/** @type {string[]} */
const texts = JSON.parse(readFileSync(file, "utf8"));

/** @type {any} */
const { d1_databases: databases } = parse(readFileSync(WRANGLER_TOML, "utf8"));
const [{ binding, database_id, preview_database_id }] = databases;
/** @type {any} */
const { convertV4MiniflareOptions, Miniflare } = createRequire(import.meta.url)("miniflare");
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    resourcePersistencePath: path.join(stateDir, "v3"),
    modules: true,
    script: "",
    cf: false,
    // The id from which wrangler has the database's file named.
    d1Databases: { [binding]: preview_database_id ?? database_id ?? binding },
  }),
);

async function main() {
  const database = await miniflare.getD1Database(binding);
  await database.batch(texts.map((text) => database.prepare(text)));
}

main().then(
  () => miniflare.dispose(),
  async (error) => {
    console.error(error instanceof Error ? error.message : error);
    await miniflare.dispose();
    process.exitCode = 1;
  },
);
