/** A deployment's account and configuration, looked at before anything is made. */
import { findAccount, inspectAccount, subdomainMissing } from "./account.mjs";
import { connect } from "./cloudflare.mjs";
import { readConfig } from "./deploy-config.mjs";
import { stepsTo } from "./progress.mjs";

/** @typedef {import("./steps.mjs").Place} Place */
/** @typedef {import("./steps.mjs").Site} Site */

/**
 * Throws an Error that says what to do when there is no login, or the account is not clear.
 * @param {Place} place
 */
export async function openSite(place) {
  const config = readConfig(place.name);
  const api = await connect(place.wrangler, place.cloudflare);
  const account = await findAccount(api, place.account || config.account);
  /** @type {Site} */
  const site = {
    api: (path, options) => api(`/accounts/${account.id}${path}`, options),
    wrangler: (args, options) => place.wrangler(args, { ...options, account: account.id }),
    step: stepsTo(place.write),
  };
  return { config, account, site };
}

/**
 * @param {Site} site
 * @param {import("./account.mjs").Account} account
 * @param {import("./account.mjs").Wanted & {isOnWorkersDev: boolean, domain: string | undefined, worker: string, canAsk: boolean}} wanted
 * @returns {Promise<{isAsking: boolean, url: string | undefined}>} whether wrangler has to ask for a subdomain; the address
 */
export async function inspect({ api, step }, account, wanted) {
  /** @type {string | undefined} */
  let subdomain;
  const { isOnWorkersDev, canAsk, worker, domain } = wanted;
  await step("Account", async () => {
    ({ subdomain } = await inspectAccount(api, account.id, wanted));
    if (isOnWorkersDev && subdomain === undefined && !canAsk) throw new Error(subdomainMissing(account.id));
    return account.name;
  });
  const isAsking = isOnWorkersDev && subdomain === undefined;
  if (isOnWorkersDev && !isAsking) return { isAsking, url: `https://${worker}.${subdomain}.workers.dev` };
  return { isAsking, url: domain === undefined ? undefined : `https://${domain}` };
}
