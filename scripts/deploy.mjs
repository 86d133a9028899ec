#!/usr/bin/env node
/**
 * `npm run deploy`: deploys this checkout to one's own Cloudflare account. Each step can be repeated: what exists
 * stays.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { isCloudflareBuild, secretsOfBuild } from "./deploy/build-secrets.mjs";
import { HELP, readOptions } from "./deploy/options.mjs";
import { ensureWebBuilt } from "./start/build-web.mjs";
import { ensureVars } from "./start/dev-vars.mjs";
import { ensureInstalled } from "./start/install.mjs";

/** @typedef {import("./deploy/options.mjs").Options} Options */

async function main() {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) return console.log(HELP);
  ensureInstalled();
  const place = await placeOf(options);
  if (options.rollback) return rollBack(place, options);
  await ensureWebBuilt();
  if (options.dryRun) return plan(place);
  const { deploy } = await import("./deploy/steps.mjs");
  const { url, token } = await deploy(place);
  const varsName = path.basename(options.varsFile);
  console.log(`\nADMIN_TOKEN is in ${varsName}: keep that file, and keep it private.`);
  await showLink(url, token, varsName);
}

/**
 * @param {Options} options
 * @returns {Promise<import("./deploy/steps.mjs").Place>}
 */
async function placeOf({ name, account, dryRun, varsFile, folder, backupPlace, hasBackup }) {
  const { wrangler } = await import("./deploy/wrangler.mjs");
  const { backUp } = await import("./deploy/backup.mjs");
  return {
    ...{ wrangler, name, account },
    readVars: () => varsFor(varsFile, dryRun),
    cloudflare: { base: process.env["CLOUDFLARE_API_BASE_URL"] },
    safety: { folder, backupPlace, backUp: hasBackup ? backUp : undefined },
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    write: (text) => void process.stdout.write(text),
  };
}

/**
 * @param {string} file
 * @param {boolean} dryRun makes no file
 */
function varsFor(file, dryRun) {
  if (!existsSync(file) && isCloudflareBuild(process.env)) return secretsOfBuild(process.env);
  return dryRun && !existsSync(file) ? {} : ensureVars(file);
}

/** @param {import("./deploy/steps.mjs").Place} place */
async function plan(place) {
  const { planDeployment, tryBuild } = await import("./deploy/plan.mjs");
  const { NoLogin } = await import("./deploy/cloudflare.mjs");
  try {
    await planDeployment(place);
  } catch (error) {
    if (!(error instanceof NoLogin)) throw error;
    console.log(`No account was looked at.\n${error.message}\n`);
  }
  console.log(await tryBuild(place.wrangler, place.name));
}

/**
 * @param {import("./deploy/steps.mjs").Place} place
 * @param {Options} options
 */
async function rollBack(place, { dryRun }) {
  const { rollBack } = await import("./deploy/rollback.mjs");
  console.log(`\n${(await rollBack({ ...place, dryRun })).join("\n")}`);
}

/**
 * The deployment is done by now: a missing link is reported, and is no failure.
 * @param {string | undefined} url
 * @param {string} token
 * @param {string} varsFile
 */
async function showLink(url, token, varsFile) {
  if (url === undefined) {
    console.log('\nDeployed. Open your own domain, and sign in with a link from "POST /api/v1/auth/links".');
    return;
  }
  const { waitForLink } = await import("./deploy/opening.mjs");
  console.log(`Waiting for ${url} to answer, which takes a minute where the address is new ...`);
  try {
    const link = await waitForLink({ url, token, varsFile });
    console.log(`\n  Nightjar is up   ${url}\n\n  Sign in, once:\n  ${link.url}\n`);
  } catch (error) {
    console.log(
      `\n  Nightjar is deployed   ${url}\n\n  It gave no sign-in link yet: ${error instanceof Error ? error.message : error}\n` +
        '  Open the address in a minute. For a link, run "npm run deploy" again, or ask for one yourself:\n' +
        `  curl -X POST ${url}/api/v1/auth/links -H "Authorization: Bearer $ADMIN_TOKEN" -H "Content-Type: application/json" -d "{}"\n`,
    );
  }
}

main().then(
  () => process.exit(),
  (error) => {
    console.error(`\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  },
);
