/** The steps of a deployment, in order. They get wrangler as a function, and Cloudflare as an address. */
import { findAccount, inspectAccount, subdomainMissing } from "./account.mjs";
import { connect } from "./cloudflare.mjs";
import { DATABASE, READER, readConfig, withConfig } from "./deploy-config.mjs";
import { appliedMigrations, migrate } from "./migrations.mjs";
import { stepsTo } from "./progress.mjs";
import { ensureBucket, ensureDatabase, ensureQueue } from "./resources.mjs";
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

/** @typedef {ReturnType<typeof readConfig>} Config */

/**
 * @typedef {object} Place
 * @property {Wrangler} wrangler
 * @property {() => Record<string, string>} readVars called once the account is known to be there
 * @property {{base?: string | undefined, pauseMs?: number}} [cloudflare] where its API is
 * @property {string | undefined} [account] the id of the one that is meant
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

/**
 * Throws an Error that says which step failed and what to do.
 * @param {Place} place
 * @returns {Promise<{url: string | undefined, token: string}>}
 */
export async function deploy(place) {
  const config = readConfig();
  const api = await connect(place.wrangler, place.cloudflare);
  const account = await findAccount(api, place.account || config.account);
  const vars = place.readVars();
  const index = vectorIndexOf(vars, config.boundIndex);
  /** @type {Site} */
  const site = {
    api: (path, options) => api(`/accounts/${account.id}${path}`, options),
    wrangler: (args, options) => place.wrangler(args, { ...options, account: account.id }),
    step: stepsTo(place.write),
  };
  const wanted = { ...config, index: index?.name, canAsk: place.isTerminal };
  const { isAsking } = await inspect(site, account, wanted);
  const database = await provide(site, config, index);
  await bringUpToDate(site, database, config.migrations);
  const targets = await upload(site, { text: config.forUpload(index), secrets: vars, isAsking });
  return { url: addressIn(targets), token: vars["ADMIN_TOKEN"] ?? "" };
}

/**
 * @param {Site} site
 * @param {import("./account.mjs").Account} account
 * @param {import("./account.mjs").Wanted & {isOnWorkersDev: boolean, canAsk: boolean}} wanted
 * @returns {Promise<{isAsking: boolean}>} whether wrangler has to ask for a subdomain
 */
async function inspect({ api, step }, account, wanted) {
  let isAsking = false;
  await step("Account", async () => {
    const { hasSubdomain } = await inspectAccount(api, account.id, wanted);
    isAsking = wanted.isOnWorkersDev && !hasSubdomain;
    if (isAsking && !wanted.canAsk) throw new Error(subdomainMissing(account.id));
    return account.name;
  });
  return { isAsking };
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
 * @param {string} database its id
 * @param {string} folder the migrations
 */
async function bringUpToDate({ api, wrangler, step }, database, folder) {
  await step("Migrations of the database", async () => {
    const applied = await appliedMigrations(api, database);
    const count = await migrate(wrangler, { binding: DATABASE, folder, applied });
    return count === 0 ? "up to date" : `${count} applied`;
  });
}

/**
 * @param {Site} site
 * @param {{text: string, secrets: Record<string, string>, isAsking: boolean}} worker
 * @returns {Promise<string[]>} its addresses
 */
async function upload({ wrangler, step }, { text, secrets, isAsking }) {
  await step("Upload of the reader of PDFs", async () => {
    await must(wrangler(["deploy", ...READER]), "Uploading the PDF reader failed.");
    return "done";
  });
  /** @type {string[]} */
  let targets = [];
  await step("Upload of Nightjar and its web app, which takes a minute or two", async () => {
    const run = (/** @type {string} */ file) => wrangler(["deploy", "--config", file], { secrets, isAsking });
    ({ targets } = await withConfig(text, (file) => must(run(file), "The upload failed.")));
    return "done";
  });
  return targets;
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

/** @param {Wrangler} wrangler */
export async function dryRun(wrangler) {
  const { database, queues, forUpload } = readConfig();
  console.log(`database ${database}; queues ${queues.join(", ") || "none"}`);
  await must(wrangler(["deploy", "--dry-run", ...READER]), "The PDF reader can't be built.");
  const { output } = await withConfig(forUpload(undefined), (file) =>
    must(wrangler(["deploy", "--dry-run", "--config", file]), "The Worker can't be built."),
  );
  console.log(/Total Upload:.*/.exec(output)?.[0] ?? output);
}
