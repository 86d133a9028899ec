/** The steps of a deployment, in order. They see wrangler as a function, so that they can be tried without an account. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import { ROOT } from "../start/paths.mjs";
import { boundIndex, deployConfig, READER, withConfig } from "./deploy-config.mjs";
import { ensureVectorIndex, must, vectorIndexOf } from "./vector-index.mjs";

/** @typedef {{ok: boolean, output: string}} Outcome */

/**
 * @callback Wrangler
 * @param {string[]} args
 * @param {{secrets?: Record<string, string>, quiet?: boolean}} [options] secrets are passed in a private file
 * @returns {Promise<Outcome>} never rejects for a failing command
 */

const TABLE = "DB";

/**
 * Throws an Error that says which step failed and what to do.
 * @param {Wrangler} wrangler
 * @param {() => Record<string, string>} readVars called once the account is known to be there
 * @returns {Promise<{url: string | undefined, token: string}>}
 */
export async function deploy(wrangler, readVars) {
  const config = readConfig();
  await requireAccount(wrangler);
  const vars = readVars();
  const index = vectorIndexOf(vars, config.boundIndex);
  await ensureDatabase(wrangler, config.database);
  for (const queue of config.queues) await ensureQueue(wrangler, queue);
  if (index !== undefined) await ensureVectorIndex(wrangler, index);
  console.log("Bringing the database up to date ...");
  await must(
    wrangler(["d1", "migrations", "apply", TABLE, "--remote"]),
    "The database could not be brought up to date.",
  );
  console.log("Uploading ...");
  await must(wrangler(["deploy", ...READER]), "The upload of the reader of PDFs failed.");
  const { output } = await withConfig(config.forUpload(index), (file) =>
    must(wrangler(["deploy", "--config", file], { secrets: vars }), "The upload failed."),
  );
  return { url: /https:\/\/\S+\.workers\.dev/.exec(output)?.[0], token: vars["ADMIN_TOKEN"] ?? "" };
}

/** @param {Wrangler} wrangler */
export async function dryRun(wrangler) {
  const { database, queues, forUpload } = readConfig();
  console.log(`database ${database}; queues ${queues.join(", ") || "none"}`);
  await must(wrangler(["deploy", "--dry-run", ...READER]), "The reader of PDFs can't be built.");
  const { output } = await withConfig(forUpload(undefined), (file) =>
    must(wrangler(["deploy", "--dry-run", "--config", file]), "The Worker can't be built."),
  );
  console.log(/Total Upload:.*/.exec(output)?.[0] ?? output);
}

/** @param {Wrangler} wrangler */
async function requireAccount(wrangler) {
  const { ok } = await wrangler(["whoami", "--json"], { quiet: true });
  if (ok) return;
  throw new Error(
    'wrangler is not logged in. Run "npx wrangler login", or set CLOUDFLARE_API_TOKEN, then "npm run deploy" again.',
  );
}

/**
 * @param {Wrangler} wrangler
 * @param {string} name
 */
async function ensureDatabase(wrangler, name) {
  if ((await wrangler(["d1", "info", name, "--json"], { quiet: true })).ok) return;
  console.log(`Creating the database ${name} ...`);
  await must(
    wrangler(["d1", "create", name, "--update-config=false"]),
    `The database ${name} could not be made.`,
  );
}

/**
 * @param {Wrangler} wrangler
 * @param {string} name
 */
async function ensureQueue(wrangler, name) {
  if ((await wrangler(["queues", "info", name], { quiet: true })).ok) return;
  console.log(`Creating the queue ${name} ...`);
  await must(wrangler(["queues", "create", name]), `The queue ${name} could not be made.`);
}

function readConfig() {
  const text = readFileSync(path.join(ROOT, "wrangler.toml"), "utf8");
  const config = /** @type {any} */ (parse(text));
  const database = config.d1_databases.find(
    (/** @type {any} */ each) => each.binding === TABLE,
  ).database_name;
  return {
    database: String(database),
    queues: queueNames(config.queues ?? {}),
    boundIndex: boundIndex(config),
    /** @param {{name: string} | undefined} index */
    forUpload: (index) => deployConfig(text, config, index),
  };
}

/**
 * Dead letters first: a consumer that names them wants them there.
 * @param {{producers?: {queue: string}[], consumers?: {queue: string, dead_letter_queue?: string}[]}} queues
 * @returns {string[]}
 */
export function queueNames({ producers = [], consumers = [] }) {
  const dead = consumers.flatMap(({ dead_letter_queue }) => dead_letter_queue ?? []);
  return [
    ...new Set([...dead, ...producers.map(({ queue }) => queue), ...consumers.map(({ queue }) => queue)]),
  ];
}
