/** `npm run deploy -- --dry-run`: what is there, what would be made, and whether the Worker can be built. Changes nothing. */
import { readConfig, withConfigs } from "./deploy-config.mjs";
import { requireMissing } from "./resources.mjs";
import { inspect, openSite } from "./site.mjs";
import { standingOf } from "./standing.mjs";
import { vectorIndexOf } from "./vector-index.mjs";
import { must } from "./wrangler-words.mjs";

/** @typedef {import("./steps.mjs").Place} Place */

/**
 * Throws an Error that says what is missing.
 * @param {Place} place
 */
export async function planDeployment(place) {
  const { config, account, site } = await openSite(place);
  const index = vectorIndexOf(place.readVars(), config);
  const { url } = await inspect(site, account, { ...config, index: index?.name, canAsk: place.isTerminal });
  const standing = await standingOf(site.api, config);
  const resources = /** @type {[string, string][]} */ ([
    [`Database ${config.database}`, `/d1/database/${config.database}`],
    [`Bucket ${config.bucket}`, `/r2/buckets/${config.bucket}`],
    ...(index === undefined ? [] : [[`Vector index ${index.name}`, `/vectorize/v2/indexes/${index.name}`]]),
  ]);
  const say = (/** @type {string} */ line) => place.write(`${line}\n`);
  for (const [title, path] of resources) say(`${title}: ${await stateOf(site.api, title, path)}`);
  for (const queue of config.queues) say(`Queue ${queue}: ${await stateOfQueue(site.api, queue)}`);
  for (const line of workLines(standing, place.safety)) say(line);
  say(`Worker ${config.worker}: ${standing.running?.message ?? "will be made"}, ${url ?? "address unknown"}`);
}

/**
 * @param {import("./standing.mjs").Standing} standing
 * @param {import("./safety.mjs").Safety} safety
 */
function workLines({ isChanging, pending }, { backUp, backupPlace }) {
  const backup = backUp === undefined ? "none (--no-backup)" : `into ${backupPlace}`;
  return [
    ...(isChanging ? [`Backup before the update: ${backup}, and a bookmark of the database`] : []),
    `Migrations of the database: ${pending === 0 ? "up to date" : `${pending} will be applied`}`,
  ];
}

/**
 * @param {import("./resources.mjs").AccountApi} api
 * @param {string} title
 * @param {string} path
 */
async function stateOf(api, title, path) {
  const answer = await api(path);
  requireMissing(answer, title);
  return answer.ok ? "there" : "will be made";
}

/**
 * @param {import("./resources.mjs").AccountApi} api
 * @param {string} name
 */
async function stateOfQueue(api, name) {
  const answer = await api(`/queues?name=${name}`);
  const isThere = answer.ok && answer.result.some((/** @type {any} */ each) => each.queue_name === name);
  return isThere ? "there" : "will be made";
}

/**
 * Builds both Workers as an upload would.
 * @param {import("./steps.mjs").Wrangler} wrangler
 * @param {string | undefined} name of another instance than the first
 * @returns {Promise<string>} their size
 */
export async function tryBuild(wrangler, name) {
  return withConfigs(readConfig(name).forUpload(undefined), async (files) => {
    const reader = ["deploy", "--dry-run", "--config", files.reader, "--minify"];
    await must(wrangler(reader), "The PDF reader can't be built.");
    const args = ["deploy", "--dry-run", "--config", files.nightjar];
    const { output } = await must(wrangler(args), "The Worker can't be built.");
    return /Total Upload:.*/.exec(output)?.[0] ?? output;
  });
}
