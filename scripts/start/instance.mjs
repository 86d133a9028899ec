/**
 * From a fresh clone to a running instance and a sign-in link. Each step does nothing when its work is already done.
 * Runs on Node 20 without packages.
 */
import { banner, isOffline } from "./banner.mjs";
import { ensureWebBuilt } from "./build-web.mjs";
import { writeDevConfigs } from "./dev-config.mjs";
import { ensureVars } from "./dev-vars.mjs";
import { ensureInstalled } from "./install.mjs";
import { keepRunning } from "./keep-running.mjs";
import { ensureMigrated } from "./migrations/ensure.mjs";
import { requireFreePort } from "./port.mjs";
import { reloadOnChange } from "./reload.mjs";
import { startCrons } from "./running/cron.mjs";
import { requestSignInLink } from "./running/sign-in.mjs";
import { startServer } from "./server.mjs";
import { localUrl, readSettings } from "./settings.mjs";
import { lockState } from "./state-lock.mjs";
import { onStopRequest } from "./stop-request.mjs";
import { startSystemDns } from "./system-dns.mjs";

const began = Date.now();

/** Resolves when the instance was asked to stop. Throws an Error that says what to mend. */
export async function runInstance() {
  const settings = { ...readSettings(process.env), systemDns: await startSystemDns() };
  const unlock = await lockState(settings);
  process.once("exit", unlock);
  await requireFreePort(settings);
  ensureInstalled();
  const vars = ensureVars(settings.varsFile);
  await ensureWebBuilt();
  ensureMigrated(settings.stateDir);
  await writeDevConfigs(settings);
  await serve(settings, vars);
}

/**
 * @param {import("./settings.mjs").StartSettings} settings
 * @param {Record<string, string>} vars
 */
async function serve(settings, vars) {
  const url = localUrl(settings);
  let server = startServer(settings);
  const isStopping = onStopRequest(() => server.stop());
  try {
    const link = await requestSignInLink({ url, token: vars["ADMIN_TOKEN"], hasEnded: server.hasEnded });
    server.suspicion.hasAnswered = true;
    const seconds = (Date.now() - began) / 1000;
    console.log(banner({ url, link, seconds, isOffline: isOffline(vars) }));
    await startCrons(url);
    reloadOnChange(settings);
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
