/** The steps of a deployment, in order. They get wrangler as a function, and Cloudflare as an address. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../start/paths.mjs";
import { DATABASE, withConfigs } from "./deploy-config.mjs";
import { tagOf } from "./forms.mjs";
import { appliedMigrations, migrate } from "./migrations.mjs";
import { ensureBucket, ensureDatabase, ensureQueue } from "./resources.mjs";
import { prepareWayBack } from "./safety.mjs";
import { inspect, openSite } from "./site.mjs";
import { standingOf } from "./standing.mjs";
import { ensureVectorIndex, vectorIndexOf } from "./vector-index.mjs";
import { must } from "./wrangler-words.mjs";

/** @typedef {{ok: boolean, output: string, stdout: string, targets: string[]}} Outcome */

/**
 * @callback Wrangler
 * @param {string[]} args
 * @param {{secrets?: Record<string, string>, account?: string, isAsking?: boolean}} [options] secrets are passed in a private
 *   file; one that asks has the terminal to itself, and no output
 * @returns {Promise<Outcome>} never rejects for a failing command
 */

/** @typedef {ReturnType<typeof import("./deploy-config.mjs").readConfig>} Config */

/**
 * @typedef {object} Place
 * @property {Wrangler} wrangler
 * @property {() => Record<string, string>} readVars called once the account is known to be there
 * @property {{base?: string | undefined, pauseMs?: number}} [cloudflare] where its API is
 * @property {string | undefined} [account] the id or name of the one that is meant
 * @property {string | undefined} [name] of another instance than the first
 * @property {import("./safety.mjs").Safety} safety
 * @property {boolean} isTerminal wrangler can ask a person
 * @property {(text: string) => void} write
 */

/**
 * The deployment in one account.
 * @typedef {object} Site
 * @property {import("./resources.mjs").AccountApi} api
 * @property {Wrangler} wrangler
 * @property {import("./progress.mjs").Step} step
 */

/** @typedef {{nightjar: string, reader: string}} Files */

/**
 * Throws an Error that says which step failed and what to do.
 * @param {Place} place
 * @returns {Promise<{url: string | undefined, token: string}>}
 */
export async function deploy(place) {
  const { config, account, site } = await openSite(place);
  const vars = place.readVars();
  const token = vars["ADMIN_TOKEN"] ?? "";
  const index = vectorIndexOf(vars, config);
  const wanted = { ...config, index: index?.name, canAsk: place.isTerminal };
  const { isAsking, url } = await inspect(site, account, wanted);
  const standing = await standingOf(site.api, config);
  const bookmark = await prepareWayBack(site, standing, { ...place.safety, url, token });
  const database = await provide(site, config, index);
  const targets = await withConfigs(config.forUpload(index), async (files) => {
    await bringUpToDate(site, { database, folder: config.migrations, config: files.nightjar });
    const tag = tagOf({ ...standing.wanted, bookmark });
    return upload(site, { files, tag, secrets: vars, isAsking });
  });
  return { url: addressIn(targets), token };
}

/**
 * @param {Site} site
 * @param {Config} config
 * @param {import("./vector-index.mjs").VectorIndex | undefined} index
 * @returns {Promise<string>} the id of the database
 */
async function provide({ api, step }, config, index) {
  let database = "";
  await step(`Database ${config.database}`, async () => {
    const { id, found } = await ensureDatabase(api, config.database);
    database = id;
    return found;
  });
  await step(`Bucket ${config.bucket}`, () => ensureBucket(api, config.bucket));
  for (const queue of config.queues) await step(`Queue ${queue}`, () => ensureQueue(api, queue));
  if (index !== undefined) await step(`Vector index ${index.name}`, () => ensureVectorIndex(api, index));
  return database;
}

/**
 * @param {Site} site
 * @param {{database: string, folder: string, config: string}} options `database`: its id
 */
async function bringUpToDate({ api, wrangler, step }, { database, folder, config }) {
  await step("Migrations of the database", async () => {
    const applied = await appliedMigrations(api, database);
    const count = await migrate(wrangler, { binding: DATABASE, folder, applied, config });
    return count === 0 ? "up to date" : `${count} applied`;
  });
}

/**
 * @param {Site} site
 * @param {{files: Files, tag: string, secrets: Record<string, string>, isAsking: boolean}} worker
 * @returns {Promise<string[]>} its addresses
 */
async function upload({ wrangler, step }, { files, tag, secrets, isAsking }) {
  await step("Upload of the reader of PDFs", async () => {
    await must(
      wrangler(["deploy", "--config", files.reader, "--minify"]),
      "Uploading the PDF reader failed.",
    );
    return "done";
  });
  /** @type {string[]} */
  let targets = [];
  await step("Upload of Nightjar and its web app, which takes a minute or two", async () => {
    const args = ["deploy", "--config", files.nightjar, "--tag", tag, "--message", `Nightjar ${version()}`];
    ({ targets } = await must(wrangler(args, { secrets, isAsking }), "The upload failed."));
    return "done";
  });
  return targets;
}

/** @returns {string} */
function version() {
  return JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).version;
}

/**
 * @param {string[]} targets as wrangler names them: "agents.example.com (custom domain)"
 * @returns {string | undefined}
 */
export function addressIn(targets) {
  const onWorkersDev = targets.find((target) => /^https:\/\/\S+\.workers\.dev$/.test(target));
  if (onWorkersDev !== undefined) return onWorkersDev;
  const own = targets.map((target) => /^(\S+) \(custom domain\)/.exec(target)?.[1]).find(Boolean);
  return own === undefined ? undefined : `https://${own}`;
}
