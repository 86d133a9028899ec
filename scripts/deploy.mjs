#!/usr/bin/env node
/**
 * `npm run deploy`: deploys this checkout to one's own Cloudflare account. Each step can be repeated: what exists
 * stays.
 * With `--dry-run` it builds and checks the upload, and needs no account.
 */
import path from "node:path";
import { ensureWebBuilt } from "./start/build-web.mjs";
import { ensureVars } from "./start/dev-vars.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { ROOT } from "./start/paths.mjs";

/** Settings and secrets of the deployed instance; the local one's are in `.dev.vars`. */
const VARS_FILE = path.resolve(ROOT, process.env["PROD_VARS_FILE"] || ".prod.vars");
const VARS_NAME = path.basename(VARS_FILE);

async function main() {
  ensureInstalled();
  await ensureWebBuilt();
  const { deploy, dryRun } = await import("./deploy/steps.mjs");
  const { wrangler } = await import("./deploy/wrangler.mjs");
  if (process.argv.includes("--dry-run")) return dryRun(wrangler);
  const { url, token } = await deploy({
    wrangler,
    readVars: () => ensureVars(VARS_FILE),
    cloudflare: { base: process.env["CLOUDFLARE_API_BASE_URL"] },
    account: process.env["CLOUDFLARE_ACCOUNT_ID"],
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    write: (text) => void process.stdout.write(text),
  });
  console.log(`\nADMIN_TOKEN is in ${VARS_NAME}: keep that file, and keep it private.`);
  await showLink(url, token);
}

/**
 * The deployment is done by now: a missing link is reported, and is no failure.
 * @param {string | undefined} url
 * @param {string} token
 */
async function showLink(url, token) {
  if (url === undefined) {
    console.log('\nDeployed. Open your own domain, and sign in with a link from "POST /api/v1/auth/links".');
    return;
  }
  const { waitForLink } = await import("./deploy/opening.mjs");
  console.log(`Waiting for ${url} to answer, which takes a minute where the address is new ...`);
  try {
    const link = await waitForLink({ url, token, varsFile: VARS_NAME });
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
  () => process.exit(0),
  (error) => {
    console.error(`\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  },
);
