#!/usr/bin/env node
/**
 * `npm run deploy`: this checkout onto one's own Cloudflare account. Each step can be run again: what is there stays.
 * With `--dry-run` it builds and checks what would be uploaded, and needs no account.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { ensureWebBuilt } from "./start/build-web.mjs";
import { ensureVars } from "./start/dev-vars.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { ROOT } from "./start/paths.mjs";
import { requestSignInLink } from "./start/running/sign-in.mjs";

/** Settings and secrets of the deployed instance, as `.dev.vars` is for the local one. */
const VARS_FILE = path.join(ROOT, ".prod.vars");

async function main() {
  ensureInstalled();
  await ensureWebBuilt();
  const { deploy, dryRun } = await import("./deploy/steps.mjs");
  const { wrangler } = await import("./deploy/wrangler.mjs");
  if (process.argv.includes("--dry-run")) return dryRun(wrangler);
  const isFirst = !existsSync(VARS_FILE);
  const vars = () => ensureVars(VARS_FILE);
  const { url, token } = await deploy(wrangler, vars);
  if (isFirst) console.log("\nADMIN_TOKEN is in .prod.vars: keep that file, and keep it private.");
  await showLink(url, token);
}

/**
 * @param {string | undefined} url
 * @param {string} token
 */
async function showLink(url, token) {
  if (url === undefined) {
    console.log('\nDeployed. Open your own domain, and sign in with a link from "POST /api/v1/auth/links".');
    return;
  }
  const link = await requestSignInLink({ url, token, hasEnded: () => false });
  console.log(`\n  Nightjar is up   ${url}\n\n  Sign in, once:\n  ${link.url}\n`);
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(`\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  },
);
