/** `npm run deploy -- --rollback`: the version before, and the database as it was where its form has changed since. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bringBack, changedSince } from "./database-history.mjs";
import { deployVersion, lastTwo } from "./deployments.mjs";
import { areSame } from "./forms.mjs";
import { appliedMigrations } from "./migrations.mjs";
import { inspect, openSite } from "./site.mjs";

/** @typedef {import("./steps.mjs").Place} Place */
/** @typedef {import("./steps.mjs").Site} Site */
/** @typedef {import("./deployments.mjs").Version} Version */

/**
 * Throws an Error that says what was changed, if anything, and what to do.
 * @param {Place & {dryRun: boolean}} place
 * @returns {Promise<string[]>} what to tell
 */
export async function rollBack(place) {
  const { config, account, site } = await openSite(place);
  const { url } = await inspect(site, account, { ...config, index: undefined, canAsk: false });
  const { current, before } = await lastTwo(site.api, config.worker);
  if (current === undefined || before === undefined)
    throw new Error(`There is no version of ${config.worker} before the one that answers now.`);
  const bookmark = bookmarkFor(current, before);
  if (place.dryRun) return planned(current, before, bookmark);
  const change = { worker: config.worker, database: config.database, before, bookmark };
  if (bookmark === undefined) return codeBack(site, change);
  const kept = await keepWhatCame(site, { ...place, url, since: current.at, database: config.database });
  return [...(await codeBack(site, change)), ...(await dataBack(site, change)), ...kept];
}

/**
 * Undefined where both versions store in the same forms. Throws an Error when the way back is not known.
 * @param {Version} current
 * @param {Version} before
 */
function bookmarkFor(current, before) {
  if (areSame(current.tagged, before.tagged)) return undefined;
  if (current.tagged?.bookmark !== undefined) return current.tagged.bookmark;
  throw new Error(
    `Nobody noted how the database was before ${current.message} of ${current.at}. Restore a backup into another instance (--name): docs/deploy.md says how.`,
  );
}

/**
 * @param {Version} current
 * @param {Version} before
 * @param {string | undefined} bookmark
 */
function planned(current, before, bookmark) {
  return [
    `Now: ${current.message} of ${current.at}`,
    `Back to: ${before.message} of ${before.at}`,
    bookmark === undefined
      ? "The data stays: both store it in the same form."
      : `The database goes back to its bookmark ${bookmark}; what came since is listed and backed up first.`,
  ];
}

/**
 * @param {Site} site
 * @param {{worker: string, before: Version}} change
 */
async function codeBack({ api, step }, { worker, before }) {
  await step(`Back to ${before.message} of ${before.at}`, async () => {
    await deployVersion(api, worker, before);
    return "done";
  });
  return [`${before.message} of ${before.at} answers again, with the secrets that it had.`];
}

/**
 * @param {Site} site
 * @param {{database: string, before: Version, bookmark: string | undefined}} change
 */
async function dataBack({ api, step }, { database, before, bookmark = "" }) {
  let undo = "";
  await step("The database as it was before the update", async () => {
    undo = await bringBack(api, await idOf(api, database), bookmark);
    const { size } = await appliedMigrations(api, await idOf(api, database));
    if (before.tagged !== undefined && size !== before.tagged.database)
      throw new Error(
        `It has ${size} migrations, and ${before.tagged.database} were expected. To undo: npx wrangler d1 time-travel restore ${database} --bookmark=${undo}`,
      );
    return "done";
  });
  return [
    "The database is as it was before the update. Conversations keep what was said since; lists and search don't show it.",
    `To undo that: npx wrangler d1 time-travel restore ${database} --bookmark=${undo}`,
  ];
}

/**
 * Lists what came since, and backs the present state up.
 * @param {Site} site
 * @param {Place & {url: string | undefined, since: string, database: string}} options
 */
async function keepWhatCame({ api, step }, { safety, readVars, url, since, database }) {
  const file = path.join(safety.folder, `since-${since.replaceAll(":", "-")}.json`);
  /** @type {string[]} */
  const told = [];
  await step(`What came since ${since}`, async () => {
    const conversations = await changedSince(api, await idOf(api, database), since);
    mkdirSync(safety.folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(conversations, null, 2)}\n`, { mode: 0o600 });
    told.push(`${conversations.length} conversations had changed since the update: ${file} lists them.`);
    return `${conversations.length} conversations`;
  });
  await step("Backup of the present state", async () => {
    const { isMade, words } = await tryBackUp(safety, url, readVars()["ADMIN_TOKEN"] ?? "");
    told.push(isMade ? `All of it is in ${safety.backupPlace}.` : `It was not backed up: ${words}`);
    return words;
  });
  return told;
}

/**
 * An instance that is broken is the reason to go back, and no reason not to.
 * @param {import("./safety.mjs").Safety} safety
 * @param {string | undefined} url
 * @param {string} token
 */
async function tryBackUp({ backUp, backupPlace: place }, url, token) {
  if (backUp === undefined || url === undefined)
    return { isMade: false, words: backUp === undefined ? "none was wanted" : "its address is unknown" };
  try {
    return { isMade: true, words: await backUp({ url, token, place }) };
  } catch (error) {
    return { isMade: false, words: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * @param {import("./resources.mjs").AccountApi} api
 * @param {string} name
 * @returns {Promise<string>}
 */
async function idOf(api, name) {
  const answer = await api(`/d1/database/${name}`);
  if (answer.ok) return String(answer.result.uuid);
  throw new Error(`The database ${name} could not be found. Cloudflare says: ${answer.message}`);
}
