#!/usr/bin/env node
/**
 * `npm start`: from a fresh clone to a running instance and a sign-in link. Each step does nothing when its work is
 * already done. Runs on Node 20 without packages.
 */
import { banner, isOffline } from "./start/banner.mjs";
import { ensureWebBuilt } from "./start/build-web.mjs";
import { startCrons } from "./start/cron.mjs";
import { ensureVars } from "./start/dev-vars.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { keepRunning } from "./start/keep-running.mjs";
import { ensureMigrated } from "./start/migrations.mjs";
import { requireFreePort } from "./start/port.mjs";
import { reloadOnChange } from "./start/reload.mjs";
import { startServer } from "./start/server.mjs";
import { localUrl, readSettings } from "./start/settings.mjs";
import { requestSignInLink } from "./start/sign-in.mjs";
import { lockState } from "./start/state-lock.mjs";
import { onStopRequest } from "./start/stop-request.mjs";

const began = Date.now();

async function main() {
  const settings = readSettings(process.env);
  const unlock = await lockState(settings);
  process.once("exit", unlock);
  await requireFreePort(settings);
  ensureInstalled();
  const vars = ensureVars(settings.varsFile);
  await ensureWebBuilt();
  ensureMigrated(settings.stateDir);
  await serve(settings, vars);
}

/**
 * @param {import("./start/settings.mjs").StartSettings} settings
 * @param {Record<string, string>} vars
 */
async function serve(settings, vars) {
  const url = localUrl(settings);
  let server = startServer(settings);
  const isStopping = onStopRequest(() => server.stop());
  try {
    const link = await requestSignInLink({ url, token: vars["ADMIN_TOKEN"], hasEnded: server.hasEnded });
    const seconds = (Date.now() - began) / 1000;
    console.log(banner({ url, link, seconds, isOffline: isOffline(vars) }));
    await startCrons(url);
    reloadOnChange(settings.varsFile);
    const replaced = (/** @type {typeof server} */ next) => {
      server = next;
    };
    await keepRunning({ server, settings, url, replaced, isStopping });
  } catch (error) {
    if (!isStopping()) throw error;
  } finally {
    await server.stop();
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(`\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  },
);
